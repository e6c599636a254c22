/** Signs a browser in without visiting the pages: the calls, the link, the cookies. */
import type { BrowserContext } from 'playwright-core';
import type { Program } from './program.ts';

/** The context has the session afterwards. */
export async function signInContext(
  context: BrowserContext,
  program: Program,
  email: string,
): Promise<void> {
  const post = (path: string, data: object) =>
    context.request.post(program.origin + path, { data, headers: { origin: program.origin } });
  await post('/api/auth/magic-link', { email });
  const token = new URL(await program.linkFor(email)).searchParams.get('token');
  const reply = await post('/api/auth/verify', { token, timeZone: 'Europe/Berlin' });
  if (!reply.ok()) throw new Error(`Sign-in failed: ${await reply.text()}`);
}
