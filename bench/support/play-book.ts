/** The play family's year in a browser at 390 px, shared by the screen benches. */
import type { BrowserContext, Page } from 'playwright-core';
import { buildServer } from '#app/server.ts';
import { connect, type Database } from '#server/db/database.ts';
import { cookieJar, newToken, sessionCookie, sha256 } from '#server/http/actor.ts';
import { newId } from '#server/ids.ts';
import { NOTHING_SET } from '#server/settings.ts';
import { makePlayFamily, PLAY_EMAILS } from '#tools/play-family.ts';
import { listen } from './app.ts';
import { launch } from './browser.ts';
import { startServer } from './database.ts';

const nothing = () => Promise.resolve();
const jobs = { mail: nothing, mails: nothing, pushes: nothing, stop: nothing };

/** Pages of the play family, each in a separate browser profile. */
export async function openPlayBook() {
  const server = await startServer();
  const db = connect(await server.fresh());
  const clock = { now: new Date() };
  const services = {
    db,
    jobs,
    cookies: cookieJar('http://localhost'),
    publicUrl: 'http://localhost',
    admins: new Set<string>(),
    clock: () => clock.now,
    sealKey: new Uint8Array(32),
    push: { publicKey: '', rules: { hosts: [] } },
    settings: NOTHING_SET,
    chain: { network: 'testnet' as const, server: undefined, hosts: [] },
    secretsKey: new Uint8Array(32),
  };
  const program = await buildServer(services, { trustedProxies: 0, logLevel: 'warn' });
  const browser = await launch();
  await makePlayFamily(program, services, clock, services.sealKey);
  const { port } = await listen(program);
  const session = await sessionOf(db, PLAY_EMAILS.parent);
  const origin = `http://localhost:${port}`;
  const context = async (isSignedIn = true): Promise<BrowserContext> => {
    const made = await browser.newContext({
      viewport: { width: 390, height: 844 },
      reducedMotion: 'reduce',
    });
    const common = { domain: 'localhost', path: '/', secure: true, sameSite: 'Lax' as const };
    if (isSignedIn)
      await made.addCookies([
        { name: '__Host-session', value: session, httpOnly: true, ...common },
        { name: 'signed_in', value: '1', ...common },
      ]);
    return made;
  };
  return {
    origin,
    /** A new browser profile, signed in as a parent unless it is a visitor's. */
    context,
    page: async (path: string): Promise<Page> => {
      const page = await (await context()).newPage();
      page.setDefaultTimeout(20_000);
      await page.goto(origin + path, { waitUntil: 'networkidle' });
      return page;
    },
    close: async () => {
      await browser.close();
      await program.close();
      await db.close();
      await server.close();
    },
  };
}

export type PlayBook = Awaited<ReturnType<typeof openPlayBook>>;

async function sessionOf(db: Database, email: string): Promise<string> {
  const token = newToken();
  const [user] = await db.owner<{ userId: string; familyId: string }[]>`
    INSERT INTO session (token_hash, session_id, user_id, device, created_at, last_seen_at)
    SELECT ${Buffer.from(sha256(token))}, ${newId()}, user_id, 'bench', now(), now()
    FROM users WHERE email = ${email}
    RETURNING user_id, (SELECT family_id FROM users u WHERE u.user_id = session.user_id)`;
  if (!user) throw new Error(`Nobody is called ${email}`);
  return sessionCookie(user.familyId, token);
}

/** By the beginning of its name. */
export async function press(page: Page, name: string): Promise<void> {
  const wanted = new RegExp(`^${name}`);
  await page
    .getByRole('button', { name: wanted })
    .or(page.getByRole('link', { name: wanted }))
    .filter({ visible: true })
    .first()
    .click();
}
