/** The demo's family on a real server: the sample is entered through ordinary calls. */

import { expect } from 'vitest';
import { readAddress, scriptHash } from '#core/bitcoin/address.ts';
import { GENESIS_BLOCKS } from '#core/bitcoin/network.ts';
import { formatBtc } from '#core/money.ts';
import { DAY } from '#core/time.ts';
import type { WalletInfo } from '#features/money/wallet/watched/contract.ts';
import { tasks } from '../../src/app/tasks.ts';
import { PUBLIC_URL, type Reply, SEAL_KEY, type TestApp, type Visitor } from './app.ts';
import type {
  DemoAllocation,
  DemoGoal,
  DemoTransaction,
  DemoWithdrawal,
  Sample,
} from './demo-sample.ts';
import { addChild, joinAsChild, joinAsSpouse } from './family.ts';
import { addGoal, allocate, contribute } from './goals.ts';
import { type Play, type ScriptedElectrum, USED } from './scripted-electrum.ts';

const ANNA = 'anna@demo.example';
/** BIP39's first test vector: "abandon … about", account 0 of the test network. */
const KEY =
  'vpub5Y6cjg78GGuNLsaPhmYsiw4gYX3HoQiRBiSwDaBXKUafCt9bNwWQiitDk5VZ5BVxYnQdwoTyXSs2JHRPAgjAvtbBrf8ZhDYe2jWAqvZVnsc';
export const FIRST_ADDRESS = 'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl';

export type DemoFamily = {
  app: TestApp;
  source: ScriptedElectrum;
  sample: Sample;
  anna: Visitor;
  /** By the ids of the sample. */
  kids: Map<string, string>;
  goals: Map<string, string>;
};

/** The first day: everybody joins, the old paper book is entered, goals begin. */
export async function settleIn(
  app: TestApp,
  source: ScriptedElectrum,
  sample: Sample,
): Promise<DemoFamily> {
  const anna = await app.signIn(ANNA);
  const its = { app, source, sample, anna, kids: new Map(), goals: new Map() };
  await must(anna.send('PATCH', '/api/auth/user', { firstName: 'Anna' }));
  await must(anna.send('POST', '/api/family/setup', { children: [], timeZone: 'UTC' }));
  const ben = await joinAsSpouse(app, anna, 'ben@demo.example');
  await must(ben.send('PATCH', '/api/auth/user', { firstName: 'Ben' }));
  const electrum = { kind: 'electrum', url: source.url };
  await must(anna.send('PUT', '/api/wallet/source', electrum));
  await must(anna.send('POST', '/api/wallet/configure', { walletXpub: KEY }));
  await lookedUp(anna);
  for (const { id, weeklySats, payday: allowanceDay, ...child } of sample.children) {
    const weeklyAllowance = formatBtc(weeklySats);
    const added = await addChild(anna, { ...child, weeklyAllowance, allowanceDay });
    its.kids.set(id, added.id);
    await joinAsChild(app, anna, added.id, mailOf(child.name));
  }
  await enterToday(its);
  for (const goal of sample.goals) await beginGoal(its, goal);
  for (const one of sample.allocations) if (one.approved) await share(its, one);
  return its;
}

/** Days pass: each pay day is recorded on its day, what the sample has for a day on it. */
export async function live(its: DemoFamily, days: number): Promise<void> {
  const { app } = its;
  for (let day = 1; day <= days; day++) {
    await must(its.anna.send('POST', '/api/process-allowances'));
    app.clock.advance(DAY);
    await enterToday(its);
    if (day % 7 === 0) await work(its);
  }
}

/** The server's own work; also, sessions don't last a year. */
async function work(its: DemoFamily): Promise<void> {
  const { db, clock, services } = its.app;
  const all = tasks(db, SEAL_KEY, PUBLIC_URL, () => clock.now, services);
  for (const { run } of all) await run(services.jobs);
  its.anna = await its.app.signIn(ANNA);
}

/** The family's wallet is looked up: it holds this much. */
export async function lookUp(its: DemoFamily, heldSats: bigint): Promise<void> {
  its.source.play(holding(heldSats));
  await must(its.anna.send('POST', '/api/wallet/scan-balance', {}));
  await lookedUp(its.anna);
}

const lookedUp = (anna: Visitor) =>
  expect
    .poll(async () => {
      const { scan } = (await must(anna.get('/api/wallet/family-info'))) as WalletInfo;
      return scan?.failure ?? scan?.state;
    })
    .toBe('done');

const FIRST_SCRIPT = scriptHash(readAddress(FIRST_ADDRESS).script);

export const holding =
  (sats: bigint): Play =>
  ({ method, params: [hash] }) => {
    if (method === 'server.features') return { genesis_hash: GENESIS_BLOCKS.testnet[0] };
    if (hash !== FIRST_SCRIPT) return undefined;
    if (method === 'blockchain.scripthash.subscribe') return USED;
    return method.endsWith('get_balance') ? { confirmed: Number(sats), unconfirmed: 0 } : undefined;
  };

const mailOf = (name: string) => `${name.toLowerCase()}@demo.example`;

const asChild = ({ app, sample }: DemoFamily, id: string) =>
  app.signIn(mailOf(sample.children.find((one) => one.id === id)?.name as string));

async function beginGoal(its: DemoFamily, goal: DemoGoal): Promise<void> {
  const { id, ownerChildId: owner, begunSats, targetSats, ...words } = goal;
  const who = owner ? await asChild(its, owner) : its.anna;
  const { id: goalId } = await addGoal(who, { ...words, targetAmount: formatBtc(targetSats) });
  its.goals.set(id, goalId);
  const from = owner
    ? { contributionType: 'savings', childId: its.kids.get(owner) }
    : { contributionType: 'gift' };
  await must(contribute(its.anna, goalId, { ...from, amount: formatBtc(begunSats) }));
}

/** A parent's applies at once; a child's request waits. */
async function share(its: DemoFamily, one: DemoAllocation): Promise<void> {
  const { percentage, allocationType: applyTo, approved } = one;
  const goalId = its.goals.get(one.goalId) as string;
  const childId = its.kids.get(one.childId ?? '');
  if (approved) return void (await must(allocate(its.anna, goalId, { percentage, childId })));
  const who = await asChild(its, one.childId as string);
  const reason = 'I want to see the rings too';
  const path = `/api/family-goals/${goalId}/child-allocation-request`;
  await must(who.send('POST', path, { percentage, childId, applyTo, reason }));
}

async function enterToday(its: DemoFamily): Promise<void> {
  const { sample, app } = its;
  const today = app.clock.now.toISOString().slice(0, 10);
  const isToday = ({ createdAt }: { createdAt: string }) => createdAt.startsWith(today);
  for (const one of sample.transactions.filter(isToday)) await enter(its, one);
  for (const one of sample.withdrawals.filter(isToday)) await wish(its, one);
  if (today === sample.ends)
    for (const one of sample.allocations) if (!one.approved) await share(its, one);
}

async function enter(its: DemoFamily, one: DemoTransaction): Promise<void> {
  const { type, amount, description } = one;
  const entry = {
    childId: its.kids.get(one.childId),
    amount: amount.replace('-', ''),
    description,
  };
  if (type === 'savings_transfer') return transfer(its, one, entry);
  const isOut = amount.startsWith('-');
  const kind = type === 'spending' ? (isOut ? 'spending' : 'earned') : 'bonus';
  await must(its.anna.send('POST', '/api/transactions', { ...entry, type: kind }));
}

/** Asked for by the child; one of the last day still waits. */
async function transfer(its: DemoFamily, one: DemoTransaction, entry: object): Promise<void> {
  const who = await asChild(its, one.childId);
  const asked = await must(
    who.send('POST', '/api/transactions', { ...entry, type: 'savings_deposit' }),
  );
  if (one.createdAt.startsWith(its.sample.ends)) return;
  const yes = { transferId: idOf(asked), approved: true };
  await must(its.anna.send('POST', '/api/savings-transfers/approve', yes));
}

async function wish(its: DemoFamily, one: DemoWithdrawal): Promise<void> {
  const { amount, reason, status } = one;
  const who = await asChild(its, one.childId);
  const wanted = { childId: its.kids.get(one.childId), amount, reason };
  const asked = await must(who.send('POST', '/api/withdrawal-requests', wanted));
  if (status === 'pending') return;
  await must(its.anna.send('PATCH', `/api/withdrawal-requests/${idOf(asked)}`, { approved: true }));
}

const idOf = (reply: unknown) => (reply as { id: string }).id;

export async function must(sent: Promise<Reply>): Promise<unknown> {
  const { status, body, text } = await sent;
  if (status !== 200) throw new Error(`Refused: ${text}`);
  return body;
}
