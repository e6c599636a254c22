/**
 * Many families' pay days and purchases, for days, with a wallet that refuses everything and pays
 * what it likes (`hostile-wallet.ts`); checks all of them after each step.
 */

import type { Failure } from '../../src/features/book/payments/contract.ts';
import type { PaymentState } from '../../src/features/money/lightning/paying/contract.ts';
import { watchLightning } from '../../src/features/money/lightning/watch.ts';
import { ON_REGTEST, startApp, type TestApp } from './app.ts';
import { addChild } from './family.ts';
import { CODES, type Lie, startHostile } from './hostile-wallet.ts';
import { startReceiver } from './live-wallets.ts';
import { processDue } from './paydays.ts';
import { paymentWords } from './payment-words.ts';
import { saveAddresses, setPayoutPlan } from './payouts.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const RECORDS = ['pending', 'not found', 'failed', 'silent'] as const;
const UNTIL = ['asked twice', 'the invoice expires', 'ever'] as const;

/** Each code × paid or not × the preimage in the refusal × the record × lie's duration. */
export const LIES: readonly Lie[] = CODES.flatMap((code) =>
  [true, false].flatMap((pays) =>
    (pays ? [true, false] : [false]).flatMap((slips) => [
      { code, pays, slips, record: 'true', until: 'ever' } as const,
      ...RECORDS.flatMap((record) => UNTIL.map((until) => ({ code, pays, slips, record, until }))),
    ]),
  ),
);

/** Steps over the days after the payments began. */
const STEPS_MS = [
  ...[2 * MINUTE_MS, 10_000, 10_000, 6 * MINUTE_MS, 10 * MINUTE_MS, 20 * MINUTE_MS],
  ...[HOUR_MS, 4 * HOUR_MS, 12 * HOUR_MS, 12 * HOUR_MS, 24 * HOUR_MS, 48 * HOUR_MS],
];

type Row = { state: PaymentState; failure: Failure | null; hash: string; isPayout: boolean };
type Home = { lie: Lie; name: string; familyId: string };

type Played = {
  /** Faults, in words. */
  wrong: string[];
  /** Invoices that the wallet has secretly paid, and payments that ended as paid or unpaid. */
  secretly: number;
  paid: number;
  freed: number;
};

export async function playRefusals(lies: readonly Lie[]): Promise<Played> {
  const receiver = await startReceiver(() => app.clock.now);
  const rowOf = (hash: string) => lies[Number(receiver.names.get(hash)?.match(/\d+/)?.[0])] as Lie;
  const { preimages, arrived } = receiver;
  const wallet = await startHostile({
    ...{ lieOf: rowOf, preimages, arrived, now: () => app.clock.now },
  });
  const app = await startApp({ at: new Date().toISOString(), ...ON_REGTEST });
  try {
    const homes: Home[] = [];
    for (const [at, lie] of lies.entries())
      homes.push(await begin(app, receiver, { lie, at, token: wallet.token }));
    const wrong = new Set<string>();
    for (const ms of STEPS_MS) {
      app.clock.advance(ms);
      for (let times = 0; times < 3; times += 1) await watchLightning(app.services);
      for (const home of homes)
        for (const one of await faultsOf(app, receiver, home)) wrong.add(one);
    }
    const [ended] = await app.db.owner<{ paid: number; freed: number }[]>`
      SELECT count(*) FILTER (WHERE state = 'paid')::integer AS paid,
        count(*) FILTER (WHERE state = 'failed')::integer AS freed FROM payment`;
    const { paid = 0, freed = 0 } = ended ?? {};
    return { wrong: [...wrong], secretly: arrived.size, paid, freed };
  } finally {
    for (const one of [app, wallet, receiver]) await one.close();
  }
}

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** A child with a pay day to pay and a refused purchase. */
async function begin(
  app: TestApp,
  receiver: Receiver,
  { lie, at, token }: { lie: Lie; at: number; token: string },
): Promise<Home> {
  // Half of the children's wallets report whether they were paid.
  const name = `${at % 2 === 0 ? 'mute' : 'says'}${at}`;
  const parent = await app.signIn(`${name}@example.com`);
  await parent.send('PATCH', '/api/family/settings', { timeZone: 'UTC' });
  const { id: childId } = await addChild(parent, { allowanceDay: app.clock.now.getUTCDay() });
  await parent.send('POST', `/api/lightning/sync-balance/${childId}`, { newBalance: 100_000 });
  await parent.send('POST', '/api/lightning/connect', { type: 'nwc', purpose: 'spend', token });
  const address = receiver.addressOf(name);
  await saveAddresses(parent, { [childId]: address });
  await setPayoutPlan(parent, childId, 'lightning', address);
  await processDue(parent);
  const asked = await fetch(`http://${receiver.host}/pay/${name}?amount=2100000`);
  const { pr } = (await asked.json()) as { pr: string };
  const bought = await parent.send('POST', '/api/lightning/pay', { childId, paymentRequest: pr });
  if (bought.status !== 200) throw new Error(`${bought.status} ${bought.text}`);
  const [row] = await app.db.owner<{ familyId: string }[]>`
    SELECT family_id FROM child WHERE child_id = ${childId}`;
  return { lie, name, familyId: String(row?.familyId) };
}

async function faultsOf(app: TestApp, { arrived }: Receiver, home: Home): Promise<string[]> {
  const rows = await app.db.owner<Row[]>`
    SELECT CASE state WHEN 'open' THEN 'checking' ELSE state END AS state, failure,
      payment_hash AS hash, purpose = 'payout' AS is_payout
    FROM payment WHERE family_id = ${home.familyId}`;
  const about = JSON.stringify({ name: home.name, ...home.lie });
  const faults: string[] = [];
  for (const isPayout of [true, false]) {
    const paid = rows.filter((row) => row.isPayout === isPayout && arrived.has(row.hash));
    if (paid.length > 1) faults.push(`paid ${paid.length} times: ${about}`);
  }
  for (const { state, failure, hash } of rows) {
    const isPaid = arrived.has(hash);
    const words = paymentWords({ state, failure, proof: 'proven', provider: 'Hostile' });
    if (state === 'paid' && !isPaid) faults.push(`said to be paid: ${about}`);
    if (isPaid && /^Not paid|could not be completed|nothing was sent/.test(words))
      faults.push(`“${words}”: ${about}`);
    const isOpen = state === 'checking' || state === 'paid';
    if (home.lie.pays && home.lie.slips && !(state === 'paid') && isPaid)
      faults.push(`a receipt that was not read: ${about}`);
    if (isPaid && !isOpen && home.lie.until !== 'ever')
      faults.push(`freed before the truth came: ${about}`);
  }
  return faults;
}
