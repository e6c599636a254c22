/** Families' random lives (tests/simulation): `SEEDS` of them, from `SEED` on. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clock } from '#server/adapters/lightning/platform.ts';
import type { Call, Outcome } from '../simulation/act.ts';
import { prepareCuts } from '../simulation/faults.ts';
import type { Person } from '../simulation/model-types.ts';
import { type Reached, type Simulation, simulate } from '../simulation/simulate.ts';
import { startWallets } from '../simulation/wallets.ts';
import { OPERATOR, STRANGER } from '../simulation/world.ts';
import { ON_REGTEST, startApp } from '../support/app.ts';
import { calls } from '../support/every-call.ts';

const FIRST = Number(process.env.SEED ?? 1);
/** As many as a submission has time for. */
const SEEDS = Number(process.env.SEEDS ?? 30);
const STEPS = 30;
/** Enough seeds for all outcomes. */
const MANY = 1_500;
/** Slow machines may take long. */
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
  setAllowance: 'allowances.change',
  setPayDays: 'allowances.settings',
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
  import: 'imports.importCsv',
  undoImport: 'imports.undo',
  keepFamily: 'privacy.keepFamily',
  deleteFamily: 'privacy.deleteFamily',
  answerGift: 'gifts.answer',
  answerDeposit: 'childWallets.answerDeposit',
  beginVaultDay: 'vaultDays.begin',
  watch: 'wallet.configure',
  unwatch: 'wallet.remove',
  confirmFirst: 'wallet.confirmAddress',
  chooseSource: 'wallet.chooseSource',
  cancelSend: 'sending.cancel',
  sendBitcoin: 'sending.send',
  setUpAddresses: 'lightning.setUpAddresses',
  say: 'paying.say',
  removeSpouse: 'family.removeSpouse',
  endSignIn: 'children.endSignIn',
  restoreBook: 'children.restore',
  closeBook: 'children.remove',
  forgetChange: 'moneyChanges.forget',
  undoChange: 'moneyChanges.undo',
  disconnect: 'lightning.removeConfig',
  connect: 'lightning.connect',
  setCeiling: 'ceiling.save',
  setPayLimit: 'lightning.setPayLimit',
  toSpending: 'lightning.transferToSpending',
  settlePayout: 'payouts.settle',
  beginPayout: 'payouts.begin',
  payPayouts: 'payouts.pay',
  setPlan: 'payouts.setPlan',
  saveAddresses: 'lightning.saveAddresses',
  payTransfer: 'transferPayments.pay',
  preferEncryption: 'vault.setPreference',
  encryptExisting: 'vault.encryptExisting',
  saveVault: 'vault.configure',
  saveVaultWithLightning: 'vault.configureLightning',
  forgetVault: 'vault.forget',
  saveLock: 'vaultPasskeys.save',
  removeLocks: 'vaultPasskeys.remove',
  addPrepared: 'prepared.add',
  forgetPrepared: 'prepared.forget',
  makeSubWallet: 'subWallets.make',
  showSubWallet: 'subWallets.connection',
  removeSubWallet: 'subWallets.remove',
  eraseAgain: 'backupCare.eraseAgain',
};

const { nowSeconds } = clock;
let simulation: Simulation;
beforeAll(async () => {
  const app = await startApp({ ...ON_REGTEST, admins: [OPERATOR] });
  const wallets = await startWallets(() => app.clock.now);
  await prepareCuts(app);
  const stranger = await app.signIn(STRANGER);
  const operator = await app.signIn(OPERATOR);
  simulation = { app, stranger, operator, wallets, reached: new Map() };
  // Otherwise the machine's clock decides whether an invoice has expired.
  clock.nowSeconds = () => Math.floor(app.clock.now.getTime() / 1_000);
});
afterAll(async () => {
  clock.nowSeconds = nowSeconds;
  await simulation.app.close();
  await simulation.wallets.close();
});

test('every call that moves, redirects or destroys money is simulated', () => {
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
  ).toEqual([]);
});

/** Outcomes a call never has: it can't be blocked, or it names nothing. */
const NEVER: Readonly<Record<Outcome, readonly Call[]>> = {
  ...{ done: [], kept_out: [] },
  refused: [
    // Impossible ones are skipped; a file that no longer fits is too rare.
    ...(['answerAll', 'setAllowance'] as const),
    ...(['several', 'payday', 'setPayDays', 'makeGoal', 'restoreBook', 'deleteFamily'] as const),
    ...([
      'setPayLimit',
      'setCeiling',
      'setUpAddresses',
      'disconnect',
      'removeLocks',
      'removeSubWallet',
    ] as const),
  ],
  gone: [
    ...(['payday', 'setPayDays', 'makeGoal', 'answerAll', 'setCeiling'] as const),
    ...(['connect', 'disconnect', 'watch', 'unwatch', 'confirmFirst', 'chooseSource'] as const),
    ...([
      'removeSpouse',
      'deleteFamily',
      'keepFamily',
      'removeLocks',
      'forgetVault',
      'eraseAgain',
    ] as const),
    ...(['addPrepared', 'forgetPrepared'] as const),
    ...(['preferEncryption', 'encryptExisting', 'saveVault', 'saveVaultWithLightning'] as const),
  ],
};

/** Everything else may be done by both adults. */
const DONE_BY: Partial<Record<Call, readonly Person[]>> = {
  ...{ removeSpouse: ['parent'], deleteFamily: ['parent'], eraseAgain: ['operator'] },
};

/** Outcomes no seed reached, as `call: outcome`. Races are ignored: they vary. */
function unreached(reached: Reached): string[] {
  const ends = new Set([...reached.keys()].map((one) => one.replace(/ .* /, ': ')));
  const all = (Object.keys(SIMULATED) as Call[]).flatMap((call) =>
    (Object.keys(NEVER) as Outcome[])
      .filter((outcome) => !NEVER[outcome].includes(call))
      .map((outcome) => `${call}: ${outcome}`),
  );
  return all.filter((one) => !ends.has(one));
}

test(
  'whatever a family does, and whatever goes wrong, its book is what the model says',
  async () => {
    for (let seed = FIRST; seed < FIRST + SEEDS; seed++) await simulate(simulation, seed, STEPS);
    const { reached } = simulation;
    const missing = unreached(reached);
    process.stdout.write(`${SEEDS} seeds never came to: ${missing.join(', ') || 'nothing'}\n`);
    // One seed alone reaches little.
    if (SEEDS < MANY) return;
    expect(missing).toEqual([]);
    for (const call of Object.keys(SIMULATED))
      for (const by of DONE_BY[call as Call] ?? ['parent', 'spouse'])
        expect(reached.get(`${call} ${by} done`) ?? 0, `${call} by a ${by}`).toBeGreaterThan(0);
  },
  MOST_MS,
);
