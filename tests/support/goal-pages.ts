/** A family with one child who signs in. */
import type { TestApp } from './app.ts';
import { addChild, joinAsChild, record } from './family.ts';

/** The child has saved 10,000 sats. */
export async function familyOf(app: TestApp, age: number, name: string) {
  const host = await app.signIn(`host-${name}@example.com`);
  const { id } = await addChild(host, { age });
  await record(host, id, 'bonus', '0.0001');
  const kid = await joinAsChild(app, host, id, `kid-${name}@example.com`);
  return { host, id, kid };
}
