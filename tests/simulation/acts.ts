/** A family's acts, drawn at random from what exists in the model. */
import type { Act, Call, Outcome } from './act.ts';
import { CHILDREN } from './beginning.ts';
import { type Draws, oneOf, type Random, satsIn } from './chance.ts';
import { BOOK_DRAWS } from './draw-book.ts';
import { drawFile } from './draw-file.ts';
import { PAYING_DRAWS } from './draw-paying.ts';
import { PEOPLE_DRAWS } from './draw-people.ts';
import { WALLET_DRAWS } from './draw-wallets.ts';
import { apply } from './model.ts';
import type { Model, Person } from './model-types.ts';

/** Mostly permitted people. */
const PEOPLE: readonly Person[] = [
  ...(['parent', 'parent', 'parent', 'spouse', 'spouse'] as const),
  ...(['child0', 'child0', 'child1', 'child1', 'stranger', 'nobody'] as const),
];

type Weights = Partial<Record<Call, number>>;

/** The lines of the book: every family has them. */
const LINES: Weights = {
  ...{ enter: 4, several: 1, undo: 2, undoSeveral: 1, setSavings: 1, setSpending: 3 },
  ...{ markPaid: 2, unmarkPaid: 1, markSeveralPaid: 2, import: 3, undoImport: 1 },
};

/** The other calls by subject; some belong to two. */
const SUBJECTS: readonly Weights[] = [
  {
    ...{ ask: 2, answer: 3, answerAll: 1, answerWithdrawal: 1, answerTransfer: 4, withdraw: 1 },
    ...{ toSpending: 1, payTransfer: 4 },
  },
  {
    ...{ makeGoal: 2, give: 5, buy: 2, drop: 2, share: 2, endShare: 2, takeBack: 2 },
    ...{ payday: 1, setPayDays: 1, setAllowance: 1 },
  },
  { pay: 6, approvePayment: 4, declinePayment: 3, say: 4, setPayLimit: 1 },
  {
    ...{ payday: 1, setAllowance: 1, setPlan: 2, saveAddresses: 1, setUpAddresses: 1 },
    ...{ payPayouts: 1, beginPayout: 2, settlePayout: 2, beginVaultDay: 4 },
  },
  {
    ...{ answerGift: 3, answerDeposit: 3, sendBitcoin: 2, cancelSend: 3 },
    ...{ watch: 2, unwatch: 1, confirmFirst: 2, chooseSource: 1 },
  },
  { connect: 1, disconnect: 1, undoChange: 3, forgetChange: 1, setCeiling: 1 },
  {
    ...{ preferEncryption: 2, encryptExisting: 1, saveVault: 3, saveVaultWithLightning: 1 },
    ...{ forgetVault: 1, saveLock: 2, removeLocks: 1, addPrepared: 3, forgetPrepared: 1 },
    ...{ makeSubWallet: 2, showSubWallet: 1, removeSubWallet: 1 },
  },
  {
    ...{ closeBook: 1, restoreBook: 1, endSignIn: 2, removeSpouse: 1, eraseAgain: 1 },
    ...{ deleteFamily: 1, keepFamily: 1 },
  },
];

/** How many subjects a family has: a few meet more often than all would. */
const FEW = [1, 2, 3, SUBJECTS.length];

/** A family's calls, each as often as its weight says. */
export function callsOf(random: Random): readonly Call[] {
  const some = [...SUBJECTS];
  const count = oneOf(random, FEW);
  while (some.length > count) some.splice(Math.floor(random() * some.length), 1);
  return [LINES, ...some]
    .flatMap((subject) => Object.entries(subject) as [Call, number][])
    .flatMap(([call, times]) => Array.from({ length: times }, () => call));
}

const DRAWS: Draws<Call> = {
  ...BOOK_DRAWS,
  ...PAYING_DRAWS,
  ...WALLET_DRAWS,
  ...PEOPLE_DRAWS,
  import: drawFile,
};

/** A family starts with something to lose. */
const FIRST: Act = { by: 'parent', call: 'several', sats: [20_000n, 12_000n] };

/** Desired outcome, if a draw can reach it; undefined accepts any. */
const WANTED: readonly (Outcome | undefined)[] = [
  ...(['done', 'done', 'done', 'done', 'done', 'refused', 'refused'] as const),
  ...(['gone', 'kept_out', undefined, undefined] as const),
];
const TRIES = 10;

/**
 * Draws a family's next act among its calls. @param name of the thing it makes @param now the
 * server's clock, in milliseconds
 */
export function drawAct(
  model: Model,
  calls: readonly Call[],
  random: Random,
  name: string,
  now: number,
): Act {
  if (model.lines[0] === 0) return FIRST;
  for (;;) {
    const call = oneOf(random, calls);
    const wanted = oneOf(random, WANTED);
    for (let left = wanted ? TRIES : 1; left > 0; left--) {
      const drawn = drawOne(model, random, call);
      const isFit = !wanted || (drawn && apply(model, drawn, name, now).outcome === wanted);
      if (drawn && isFit) return drawn;
    }
  }
}

function drawOne(model: Model, random: Random, call: Call): Act | undefined {
  const by = oneOf(random, PEOPLE);
  const child = oneOf(random, CHILDREN);
  const drawn = DRAWS[call]({ model, random, by, child, sats: satsIn(random, 6_000) });
  return drawn && ({ by, ...drawn, call } as Act);
}
