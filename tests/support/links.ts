/** Requesting a sign-in link and reading the mail, for tests of signing in. */
import { codeIn, JOBS_KEY, type Reply, type TestApp, tokenIn, type Visitor } from './app.ts';
import { queuedMails } from './queue.ts';

export type Asked = { reply: Reply; handle: string; token: string; code: string };

/** The reply, and the contents of the mail. Throws if no mail was sent. */
export async function ask(
  { db }: TestApp,
  visitor: Visitor,
  email: string,
  headers: Record<string, string> = {},
): Promise<Asked> {
  const before = await queuedMails(db, JOBS_KEY, email);
  const reply = await visitor.send('POST', '/api/auth/magic-link', { email }, headers);
  const mail = (await queuedMails(db, JOBS_KEY, email))[before.length];
  if (!mail) throw new Error(`No mail was sent to ${email}: ${reply.text}`);
  const handle = (reply.body as { token: string }).token;
  return { reply, handle, token: tokenIn(mail), code: codeIn(mail) };
}

export const verify = (visitor: Visitor, token: string, timeZone?: string): Promise<Reply> =>
  visitor.send('POST', '/api/auth/verify', { token, ...(timeZone && { timeZone }) });

export const verifyCode = (visitor: Visitor, code: string): Promise<Reply> =>
  visitor.send('POST', '/api/auth/verify-code', { code });

/** How many rows a table has. */
export async function count({ db }: TestApp, table: string): Promise<number> {
  const [row] = await db.owner<{ count: bigint }[]>`SELECT count(*) FROM ${db.owner(table)}`;
  return Number(row?.count);
}

/** The `Set-Cookie` lines of a reply. */
export const setCookies = ({ headers }: Reply): string[] =>
  [headers['set-cookie'] ?? []].flat() as string[];
