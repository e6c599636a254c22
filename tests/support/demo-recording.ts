/** The demo's recording: what a real server replies to the calls of the demo's screens. */
import { address } from '#contract/address.ts';
import type { Endpoint, Input } from '#contract/endpoint.ts';
import type { CivilDate } from '#core/calendar.ts';
import { formatBtc } from '#core/money.ts';
import { approvals, type Request } from '#features/book/approvals/contract.ts';
import { imports } from '#features/book/imports/contract.ts';
import { transactions } from '#features/book/transactions/contract.ts';
import { family } from '#features/household/family/contract.ts';
import { lightning } from '#features/money/lightning/connections/contract.ts';
import { transferPayments } from '#features/money/lightning/transfers/contract.ts';
import { childWallets } from '#features/money/wallet/children/contract.ts';
import { type Coverage, coverage } from '#features/money/wallet/coverage/contract.ts';
import { wallet } from '#features/money/wallet/watched/contract.ts';
import { auth } from '#features/people/auth/contract.ts';
import { type Child, children } from '#features/people/children/contract.ts';
import { handover } from '#features/people/handover/contract.ts';
import { allowances } from '#features/pocket/allowances/contract.ts';
import { allocations } from '#features/pocket/goals/allocations/contract.ts';
import { goals } from '#features/pocket/goals/contract.ts';
import { growth, SPANS } from '#features/pocket/growth/contract.ts';
import { saplings } from '#features/pocket/growth/sapling/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { type DemoWallet, type Recording, TIMES, type Time } from '../../src/demo/recording.ts';
import { startApp } from './app.ts';
import {
  type DemoFamily,
  FIRST_ADDRESS,
  holding,
  live,
  lookUp,
  must,
  settleIn,
} from './demo-family.ts';
import { HISTORY_DAYS, sampleData } from './demo-sample.ts';
import { startElectrum } from './scripted-electrum.ts';

/** More than the books promise on the first day, and less than a year later. */
const HELD_SATS = 846_000n;
const EARLIER_SATS = 560_000n;
const WEEK = 7;
/** Whole weeks: every pay day comes equally often. */
const YEAR = 52 * WEEK;

/** @returns the text of src/demo/recording.json */
export async function recordDemo(today: CivilDate): Promise<string> {
  const sample = sampleData(today);
  const source = await startElectrum(holding(EARLIER_SATS));
  const chain = { network: 'testnet', server: undefined, hosts: ['127.0.0.1'] } as const;
  const app = await startApp({ at: `${sample.begins}T12:00:00Z`, chain });
  const its = await settleIn(app, source, sample);
  await live(its, HISTORY_DAYS);
  const replies: Recording['replies'] = {};
  const look = async (time: Time) => {
    if (time !== 'processed') await lookUp(its, HELD_SATS);
    note(replies, time, await repliesTo(its));
  };
  await look('today');
  const process = await must(its.anna.send('POST', '/api/process-allowances'));
  note(replies, 'today', { [address(allowances.process, {})]: process });
  await look('processed');
  await live(its, WEEK);
  await look('week');
  await live(its, YEAR - WEEK);
  await look('year');
  await app.close();
  await source.close();
  return textOf({ today, replies }).replaceAll(source.host, 'demo.example');
}

/** Leaves out what is still the same. */
function note(replies: Recording['replies'], time: Time, found: Record<string, unknown>): void {
  for (const [path, reply] of Object.entries(found)) {
    const before = TIMES.map((one) => replies[path]?.[one]).findLast((one) => one !== undefined);
    if (JSON.stringify(reply) !== JSON.stringify(before))
      replies[path] = { ...replies[path], [time]: reply };
  }
}

/** One reply a line; ids are numbered, so equal books give equal text. */
function textOf({ today, replies }: Recording): string {
  const ids = new Map<string, string>();
  const counted = (id: string) => {
    if (!ids.has(id)) ids.set(id, `00000000-0000-7000-8000-${String(ids.size).padStart(12, '0')}`);
    return ids.get(id) as string;
  };
  const lines = Object.entries(replies).map(([path, times]) => {
    const each = Object.entries(times).map((one) =>
      one.map((part) => JSON.stringify(part)).join(':'),
    );
    return `${JSON.stringify(path)}:{\n${each.join(',\n')}}`;
  });
  const text = `{"today":${JSON.stringify(today)},"replies":{\n${lines.join(',\n')}}}\n`;
  return text.replaceAll(/[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g, counted);
}

/** By address. */
async function repliesTo({ anna, kids, goals: goalIds }: DemoFamily) {
  const replies: Record<string, unknown> = {};
  const read = async <E extends Endpoint>(endpoint: E, input: Input<E>) => {
    const path = address(endpoint, input as object);
    replies[path] = await must(anna.get(path));
    return replies[path];
  };
  const one = [auth.user, family.get, family.spouse, handover.pin, approvals.canApprove] as const;
  const lists = [approvals.pendingTransfers, goals.list, allocations.pending] as const;
  const wallets = [wallet.familyInfo, childWallets.deposits] as const;
  for (const endpoint of [...one, ...lists, ...wallets]) await read(endpoint, {});
  await read(transactions.recent, {});
  await read(transactions.recent, { all: 'true' });
  await read(allocations.active, {});
  await read(allocations.answered, {});
  for (const span of SPANS) await read(growth.ofFamily, { span });
  for (const id of goalIds.values()) await read(goals.contributions, { id });
  for (const id of kids.values()) {
    for (const endpoint of [children.get, transactions.ofChild, imports.list, saplings.ofChild])
      await read(endpoint, { id });
    for (const span of SPANS) await read(growth.ofChild, { id, span });
    for (const endpoint of [allocations.active, allocations.answered])
      await read(endpoint, { childId: id });
    for (const endpoint of [coverage.ofChild, childWallets.balances])
      await read(endpoint, { childId: id });
    await read(lightning.ofChild, { id });
  }
  const { open } = (await read(approvals.list, {})) as { open: Request[] };
  for (const { id } of open.filter(({ kind }) => kind === 'savings_transfer'))
    await read(transferPayments.get, { id });
  const [all, { held }] = [await read(children.list, {}), await read(coverage.get, {})] as [
    Child[],
    Coverage,
  ];
  return { ...replies, wallet: walletOf(held, all, open) };
}

function walletOf(balance: string, kids: readonly Child[], open: readonly Request[]): DemoWallet {
  const sum = (amounts: readonly string[]) =>
    amounts.reduce((total, amount) => total + satsOf(amount), 0n);
  const spending = sum(kids.map(({ spendingBalance }) => spendingBalance));
  const moving = open.filter(({ kind }) => kind === 'savings_transfer');
  return {
    balance,
    totalBalance: formatBtc(satsOf(balance) + spending),
    address: FIRST_ADDRESS,
    lightningBalance: formatBtc(spending),
    lightningPendingBalance: formatBtc(sum(moving.map(({ amount }) => amount ?? '0'))),
  };
}
