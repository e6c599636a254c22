/**
 * The product's server on a free port, composed as in main.ts, without mail and scheduled tasks.
 */
import type { FastifyInstance } from 'fastify';
import { buildServer } from '#app/server.ts';
import type { ChainSettings } from '#server/chain-settings.ts';
import type { Database } from '#server/db/database.ts';
import { cookieJar } from '#server/http/actor.ts';
import { NOTHING_SET } from '#server/settings.ts';

const nothing = () => Promise.resolve();
const noJobs = { mail: nothing, mails: nothing, pushes: nothing, stop: nothing };

export type Listening = { port: number; close: () => Promise<void> };

const NOBODY: ChainSettings = { network: 'testnet', server: undefined, hosts: [] };

export async function startApp(
  db: Database,
  logLevel = 'warn',
  chain = NOBODY,
): Promise<Listening> {
  const publicUrl = 'http://localhost';
  const app = await buildServer(
    {
      db,
      jobs: noJobs,
      cookies: cookieJar(publicUrl),
      publicUrl,
      admins: new Set(),
      clock: () => new Date(),
      sealKey: new Uint8Array(32),
      push: { publicKey: '', rules: { hosts: [] } },
      settings: NOTHING_SET,
      chain,
      secretsKey: new Uint8Array(32),
    },
    { trustedProxies: 0, logLevel },
  );
  return listen(app);
}

export async function listen(app: FastifyInstance): Promise<Listening> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was opened');
  return { port: address.port, close: () => app.close() };
}

/** The cookie header of a signed-in browser. */
export const cookieOf = (session: string): string => `__Host-session=${session}; signed_in=1`;
