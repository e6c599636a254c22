/**
 * A server in a separate process that pays on command, to be killed halfway. PAYING has its
 * database and wallets; each line of its input is a call.
 */
import { createInterface } from 'node:readline';
import { startApp } from './app.ts';

export type PayCall = {
  readonly cookies: readonly (readonly [string, string])[];
  readonly body: { readonly childId: string; readonly paymentRequest: string };
  readonly key: string;
};

const { address, chain } = JSON.parse(process.env.PAYING ?? '{}');
const { visitor } = await startApp({ at: new Date().toISOString(), address, chain });
process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  const { cookies, body, key } = JSON.parse(line) as PayCall;
  const browser = visitor();
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  void browser.send('POST', '/api/lightning/pay', body, { 'idempotency-key': key });
}
