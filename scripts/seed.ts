/** `npm run seed`: adds the play family to the database, for trying out. */

import { buildServer } from '../src/app/server.ts';
import { deriveKey } from '../src/server/env.ts';
import { cookieJar } from '../src/server/http/actor.ts';
import { SECRETS_KEY } from '../src/server/secrets.ts';
import { NOTHING_SET } from '../src/server/settings.ts';
import { makePlayFamily, PLAY_EMAILS } from '../src/tools/play-family.ts';
import { openTool } from '../src/tools/tool.ts';

const { env, db, close } = await openTool({ creates: true });
const clock = { now: new Date() };
const { publicUrl, adminEmails: admins } = env;
// The play family's addresses don't exist, so its mails go nowhere.
const nothing = () => Promise.resolve();
const jobs = { mail: nothing, mails: nothing, pushes: nothing, work: nothing, stop: nothing };
const services = {
  db,
  jobs,
  cookies: cookieJar(publicUrl),
  publicUrl,
  admins,
  clock: () => clock.now,
  sealKey: deriveKey(env.secretKey, 'seal'),
  push: { publicKey: '', rules: { hosts: [] } },
  settings: NOTHING_SET,
  chain: { ...env.chain, isUndecided: false },
  secretsKey: deriveKey(env.secretKey, SECRETS_KEY),
};
const app = await buildServer(services, { trustedProxies: 0, logLevel: 'warn' });
try {
  await makePlayFamily(app, services, clock, services.sealKey);
  console.log(
    `The play family is there. Sign in as ${PLAY_EMAILS.parent} or ${PLAY_EMAILS.spouse};`,
  );
  console.log('without a mail server the link is printed where the program runs.');
} catch (error) {
  console.error(`Nothing was added: ${(error as Error).message}`);
  process.exitCode = 1;
}
await app.close();
await close();
