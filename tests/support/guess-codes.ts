/** An attacker who requests links for another's address and guesses the mailed codes. */
import { randomInt } from 'node:crypto';
import type { TestApp } from './app.ts';
import { ask, verify, verifyCode } from './links.ts';

/**
 * Five guesses for each request. Halfway through the owner requests a link in a browser that has
 * signed in before, and opens it after the attack.
 */
export async function guessCodes(
  app: TestApp,
  email: string,
  { requests, networks }: { requests: number; networks: number },
): Promise<{ guesses: number; signedIn: number; limited: number; ownerStatus: number }> {
  const owner = await app.signIn(email);
  await owner.send('POST', '/api/auth/logout');
  const result = { guesses: 0, signedIn: 0, limited: 0, ownerStatus: 0 };
  const attack = async (from: number, to: number) => {
    for (let i = from; i < to; i++) {
      const attacker = app.visitor(`172.16.${i % networks}.${1 + (i % 200)}`);
      await attacker.send('POST', '/api/auth/magic-link', { email });
      for (let tries = 0; tries < 5; tries++) {
        const code = String(randomInt(100_000_000)).padStart(8, '0');
        const { status } = await verifyCode(attacker, code);
        result.guesses += 1;
        if (status === 200) result.signedIn += 1;
        if (status === 429) result.limited += 1;
      }
    }
  };
  await attack(0, requests / 2);
  const { token } = await ask(app, owner, email);
  await attack(requests / 2, requests);
  result.ownerStatus = (await verify(owner, token)).status;
  return result;
}
