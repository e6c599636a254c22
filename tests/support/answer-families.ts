/**
 * Plays rows of the table of provider answers through the API: each row gets a family with a wallet
 * that answers as the row says. Many families share one server.
 */
import { expect, test } from 'vitest';
import type { Patience } from '#core/lightning/wallet.ts';
import type { PaymentRecord } from '../../src/features/money/lightning/paying/contract.ts';
import type { ChildInvoice } from '../../src/features/money/lightning/receiving/contract.ts';
import { watchLightning } from '../../src/features/money/lightning/watch.ts';
import { ROUNDS_MS, type Row, type View } from './answer-rows.ts';
import { startApp, type TestApp, type Visitor } from './app.ts';
import { addChild, getChild, message } from './family.ts';
import { invoiceWords, paymentWords } from './payment-words.ts';
import { freshInvoice, type ScriptedWallet } from './provider-script.ts';
import { startScripted, typedFor } from './scripted-wallets.ts';

type Family = {
  row: Row;
  parent: Visitor;
  childId: string;
  wallet: ScriptedWallet;
  seen: Record<string, View>;
};

const EVER_MS = 60_000;
const EVER: Patience = { answerMs: EVER_MS, startMs: EVER_MS, payMs: EVER_MS };
/** No need to wait long for an answer that never comes. */
const SOON: Patience = { ...EVER, payMs: 250 };
const LANES = 8;

/** One test for each row; all rows are played before the first. */
export function testAnswers(rows: readonly Row[]): void {
  let seen: Promise<ReadonlyMap<string, Family['seen']>> | undefined;
  const play = async () => {
    const heard = await playOn(
      EVER,
      rows.filter(({ isSilent }) => !isSilent),
    );
    const silent = await playOn(
      SOON,
      rows.filter(({ isSilent }) => isSilent),
    );
    return new Map([...heard, ...silent].map(({ row, seen: views }) => [row.name, views]));
  };
  test.for(rows)('$name (T24 T28)', { timeout: 600_000 }, async (row) => {
    seen ??= play();
    const views = (await seen).get(row.name);
    expect(views).toEqual(wantedOf(row));
  });
}

/** Rounds in which something changes, and the last one. */
const isLooked = ({ first, rounds }: Row, round: number): boolean =>
  round === rounds.length - 1 ||
  textOf(rounds[round]?.[1]) !== textOf(rounds[round - 1]?.[1] ?? first);
const textOf = (view: View | undefined) => JSON.stringify({ ...view, asked: 0 });
const nameOf = (round: number) => `${(ROUNDS_MS[round] ?? 0) / 1_000} s`;

function wantedOf(row: Row): Family['seen'] {
  const rounds = row.rounds.map(([, view], round) => [nameOf(round), view] as const);
  const looked = rounds.filter((_, round) => isLooked(row, round));
  return Object.fromEntries([['first', row.first], ...looked]);
}

async function playOn(patience: Patience, rows: readonly Row[]): Promise<Family[]> {
  if (rows.length === 0) return [];
  const chain = { network: 'regtest', server: undefined, hosts: ['127.0.0.1'], patience } as const;
  // Invoices use the real clock.
  const beganAt = Date.now();
  const app = await startApp({ at: new Date(beganAt).toISOString(), chain });
  const families = await inLanes([...rows.entries()], ([at, row]) => begin(app, row, at));
  try {
    for (const [round, ms] of ROUNDS_MS.entries()) {
      app.clock.now = new Date(beganAt + ms);
      for (const { wallet, row } of families)
        wallet.play({ ...row.script, records: [row.rounds[round]?.[0] ?? { error: 'internal' }] });
      await watchLightning(app.services);
      const looked = families.filter(({ row }) => isLooked(row, round));
      await inLanes(looked, async (family) => {
        family.seen[nameOf(round)] = await look(app, family);
      });
    }
  } finally {
    await Promise.all(families.map(({ wallet }) => wallet.close()));
    await app.close();
  }
  return families;
}

/** The call of the row, and a second one. */
async function begin(app: TestApp, row: Row, at: number): Promise<Family> {
  const wallet = await startScripted(row.adapter);
  wallet.play({});
  const parent = await app.signIn(`family${at}@example.com`);
  const childId = (await addChild(parent)).id;
  await post(parent, `/api/lightning/sync-balance/${childId}`, { newBalance: 100_000 });
  await post(parent, '/api/lightning/connect', typedFor(wallet.settings));
  wallet.play(row.script);
  const family: Family = { row, parent, childId, wallet, seen: {} };
  family.seen.first = await firstOf(app, family);
  return family;
}

async function firstOf(app: TestApp, family: Family): Promise<View> {
  const { row, parent, childId } = family;
  const invoice = { childId, amount: 2_100 };
  switch (row.does) {
    case 'pay':
      return payTwice(app, family);
    case 'receive':
      await post(parent, '/api/lightning/invoice', invoice);
      return look(app, family);
    case 'be refused an invoice':
      return refusedTwice(app, family, '/api/lightning/invoice', invoice);
    case 'be refused a payment': {
      const call = { childId, paymentRequest: freshInvoice() };
      return refusedTwice(app, family, '/api/lightning/pay', call);
    }
  }
}

/** The second try is refused with the same words. */
async function refusedTwice(app: TestApp, family: Family, path: string, body: object) {
  const replies = [await family.parent.send('POST', path, body)];
  replies.push(await family.parent.send('POST', path, body));
  const said = new Set(replies.map((reply) => `${reply.status} ${message(reply)}`));
  expect([...said], family.row.name).toEqual([`409 ${family.row.first.words}`]);
  return look(app, family);
}

const post = async (who: Visitor, path: string, body: object, key?: string) => {
  const reply = await who.send('POST', path, body, key ? { 'idempotency-key': key } : {});
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.text}`);
  return reply.body;
};

/** Refused before the wallet tried: the same invoice may be paid later. */
const MAY_TRY_AGAIN = new Set<string | null>([
  ...['over-budget', 'insufficient', 'not-offered', 'unreachable', 'busy', 'refused'],
]);

/** A second try moves nothing: neither a repeated call nor another with the same invoice. */
async function payTwice(app: TestApp, family: Family): Promise<View> {
  const { parent, childId } = family;
  const call = { childId, paymentRequest: freshInvoice() };
  const key = crypto.randomUUID();
  await post(parent, '/api/lightning/pay', call, key);
  const first = await look(app, family);
  await post(parent, '/api/lightning/pay', call, key);
  if (first.state !== 'failed' || !MAY_TRY_AGAIN.has(first.failure)) {
    const other = await parent.send('POST', '/api/lightning/pay', call);
    if (other.status !== 409) throw new Error(`Paid once more: ${other.status} ${other.text}`);
  }
  const second = await look(app, family);
  // The second call looks the payment up, so it may know more precisely why it is unknown.
  expect({ ...second, failure: first.failure }, family.row.name).toEqual(first);
  return first;
}

async function look(
  { db, clock }: TestApp,
  { row, parent, childId, wallet }: Family,
): Promise<View> {
  const child = await getChild(parent, childId);
  const entries = await db.owner<{ amountSats: bigint }[]>`
    SELECT amount_sats FROM entry
    WHERE child_id = ${childId} AND type IN ('lightning_spend', 'earned') ORDER BY entry_id`;
  return {
    ...(await seenOf(row, parent, childId, clock.now)),
    balance: satsOf(child.spendingBalance),
    available: satsOf(child.availableSpending),
    entries: entries.map(({ amountSats }) => Number(amountSats)),
    asked: wallet.asked(),
  };
}

async function seenOf({ does, first }: Row, parent: Visitor, childId: string, now: Date) {
  if (does === 'pay') return seenPayment(parent);
  if (does === 'receive') return seenInvoice(parent, childId, now);
  for (const path of ['payments', `invoices?childId=${childId}`])
    expect((await parent.get(`/api/lightning/${path}`)).body, path).toEqual([]);
  return { state: 'none', failure: null, proof: null, fee: null, words: first.words };
}

const satsOf = (btc: string) => Math.round(Number(btc) * 1e8);

async function seenPayment(parent: Visitor) {
  const payments = (await parent.get('/api/lightning/payments')).body as PaymentRecord[];
  if (payments.length !== 1) throw new Error(`There are ${payments.length} payments`);
  const [payment] = payments as [PaymentRecord];
  const { state, failure, proof, fee } = payment;
  return { state, failure, proof, fee, words: paymentWords(payment) };
}

async function seenInvoice(parent: Visitor, childId: string, now: Date) {
  const path = `/api/lightning/invoices?childId=${childId}`;
  const [invoice] = (await parent.get(path)).body as [ChildInvoice];
  const { state, expiresAt } = invoice;
  const words = invoiceWords(state, Date.parse(expiresAt) <= now.getTime());
  return { state, failure: null, proof: null, fee: null, words };
}

async function inLanes<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = all.entries();
  const lane = async () => {
    for (const [at, one] of waiting) results[at] = await work(one);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return results;
}
