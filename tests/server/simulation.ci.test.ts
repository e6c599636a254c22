/**
 * Families live by chance (tests/simulation): `SEEDS` of them, from `SEED` on.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clock, nowSeconds } from '#server/adapters/lightning/platform.ts';
import { prepareCuts } from '../simulation/faults.ts';
import type { Call } from '../simulation/model.ts';
import { type Simulation, simulate } from '../simulation/simulate.ts';
import { startWallets } from '../simulation/wallets.ts';
import { ON_REGTEST, startApp } from '../support/app.ts';
import { calls } from '../support/every-call.ts';

const FIRST = Number(process.env.SEED ?? 1);
/** As many as a submission has time for. */
const SEEDS = Number(process.env.SEEDS ?? 30);
const STEPS = 30;
/** A slow machine is no failure. */
const MOST_MS = 60 * 60_000;

/** The calls of the program that the simulation makes. */
const SIMULATED: Readonly<Record<Call, string>> = {
  enter: 'transactions.add',
  several: 'transactions.addSeveral',
  ask: 'approvals.ask',
  answer: 'approvals.decide',
  withdraw: 'approvals.takeBack',
  undo: 'transactions.undo',
  setSavings: 'balances.updateSavings',
  setSpending: 'balances.syncLightning',
  makeGoal: 'goals.create',
  give: 'goals.contribute',
  buy: 'goals.buy',
  drop: 'goals.remove',
  takeBack: 'goals.takeBack',
  payday: 'allowances.process',
  undoSeveral: 'transactions.undoSeveral',
  markPaid: 'transactions.markPaid',
  unmarkPaid: 'transactions.unmarkPaid',
  markSeveralPaid: 'transactions.markSeveralPaid',
  answerAll: 'approvals.approveAll',
  answerWithdrawal: 'approvals.decideWithdrawal',
  answerTransfer: 'approvals.approveTransfer',
  share: 'allocations.allocate',
  endShare: 'allocations.end',
  pay: 'paying.pay',
  approvePayment: 'paying.approve',
  declinePayment: 'paying.decline',
};

/** Calls that move, redirect or destroy money and that no seed makes yet. */
const NOT_YET: readonly string[] = [
  'backupCare.eraseAgain',
  'ceiling.save',
  'childWallets.answerDeposit',
  'children.remove',
  'gifts.answer',
  'imports.importCsv',
  'imports.undo',
  'lightning.connect',
  'lightning.removeConfig',
  'lightning.saveAddresses',
  'lightning.setPayLimit',
  'lightning.setUpAddresses',
  'lightning.transferToSpending',
  'moneyChanges.forget',
  'moneyChanges.undo',
  'paying.say',
  'payouts.begin',
  'payouts.pay',
  'payouts.setPlan',
  'payouts.settle',
  'prepared.add',
  'prepared.forget',
  'privacy.deleteFamily',
  'sending.send',
  'subWallets.connection',
  'subWallets.make',
  'subWallets.remove',
  'transferPayments.pay',
  'vault.configure',
  'vault.configureLightning',
  'vault.encryptExisting',
  'vault.forget',
  'vault.setPreference',
  'vaultDays.begin',
  'vaultPasskeys.remove',
  'vaultPasskeys.save',
  'wallet.chooseSource',
  'wallet.configure',
  'wallet.confirmAddress',
  'wallet.remove',
];

let simulation: Simulation;
beforeAll(async () => {
  const wallets = await startWallets();
  const app = await startApp(ON_REGTEST);
  await prepareCuts(app);
  const stranger = await app.signIn('stranger@simulation.example');
  simulation = { app, stranger, wallets, reached: new Map() };
  // Whether an invoice has expired is asked of the machine's clock otherwise.
  clock.nowSeconds = () => Math.floor(app.clock.now.getTime() / 1_000);
});
afterAll(async () => {
  clock.nowSeconds = nowSeconds;
  await simulation.app.close();
  await simulation.wallets.close();
});

test('a call that moves money is simulated, or stands in the list of those that are not', () => {
  const made = new Set(Object.values(SIMULATED));
  expect([...made].filter((name) => !calls.some(([known]) => known === name))).toEqual([]);
  const money = calls.filter(([, { money }]) =>
    ['moves', 'redirects', 'destroys'].includes(money ?? ''),
  );
  expect(
    money
      .map(([name]) => name)
      .filter((name) => !made.has(name))
      .toSorted(),
  ).toEqual(NOT_YET);
});

test(
  'whatever a family does, and whatever goes wrong, its book is what the model says',
  async () => {
    for (let seed = FIRST; seed < FIRST + SEEDS; seed++) await simulate(simulation, seed, STEPS);
    const { reached } = simulation;
    // One seed alone reaches little.
    if (SEEDS < 100) return;
    for (const call of Object.keys(SIMULATED))
      for (const by of ['parent', 'spouse'])
        expect(reached.get(`${call} ${by} done`) ?? 0, `${call} by a ${by}`).toBeGreaterThan(0);
  },
  MOST_MS,
);
