/**
 * What a family's book must be after a series of acts, said once more and by nothing of the
 * product: sums, who may, and what stands in the way.
 */
import type { Act, ActOf, Call } from './act.ts';
import { answerArrival } from './model-arrivals.ts';
import { book, CHILDREN, dayIn, onSavings } from './model-book.ts';
import { bringIn, changeEntries, correct, enter, set, toSpending } from './model-entries.ts';
import { changeGoal, endShare, payAll, takeBack } from './model-goals.ts';
import { undoImport } from './model-imports.ts';
import { approve, decline, pay, payTransfer } from './model-payments.ts';
import { agree, beginVaultDay, settleUp } from './model-payouts.ts';
import { changePeople } from './model-people.ts';
import { answer, answerAll, ask, withdraw } from './model-requests.ts';
import { isAdult, permit } from './model-rights.ts';
import { cancelSend, say, sendBitcoin } from './model-said.ts';
import { changeSettings, payerOf } from './model-settings.ts';
import type { Model, Outcome } from './model-types.ts';

type Change<C extends Call> = (next: Model, act: ActOf<C>, name: string, now: number) => Outcome;

const CHANGES: { readonly [C in Call]: Change<C> } = {
  enter,
  several: (next, { sats }) =>
    book(
      next,
      CHILDREN.map((child) => onSavings(child, sats[child])),
    ),
  ask: (next, act, name, now) => ask(next, { ...act, kind: 'withdrawal' }, name, now),
  answer: (next, act, _, now) => answer(next, act, now),
  answerWithdrawal: (next, act, _, now) => answer(next, { ...act, kind: 'withdrawal' }, now),
  answerTransfer: (next, act, _, now) => answer(next, { ...act, kind: 'savings_transfer' }, now),
  answerAll: (next, act, _, now) => answerAll(next, act.requests, now),
  withdraw: (next, act) => withdraw(next, act.request, act.by),
  ...{ undo: changeEntries, undoSeveral: changeEntries, markPaid: changeEntries },
  ...{ unmarkPaid: changeEntries, markSeveralPaid: changeEntries },
  setSavings: (next, act) => set(next, act.child, 'savings', act.sats),
  setSpending: (next, act, _, now) => correct(next, act.child, act.sats, now),
  ...{ makeGoal: changeGoal, give: changeGoal, buy: changeGoal, drop: changeGoal },
  share: changeGoal,
  endShare: (next, act) => endShare(next, act.share),
  takeBack: (next, act, _, now) => takeBack(next, act.gift, now),
  setPayDays: (next, { zone, isAutomatic }) => {
    Object.assign(next, { zone, isAutomatic });
    return 'done';
  },
  payday: (next, _act, _name, now) => payAll(next, dayIn(next.zone, now)),
  pay,
  approvePayment: (next, act, _, now) => approve(next, act.payment, act.mood, now),
  declinePayment: (next, act) => decline(next, act.payment, !isAdult(act.by)),
  say: (next, act, _, now) => say(next, act, now),
  sendBitcoin,
  cancelSend: (next, act) => cancelSend(next, act.send),
  ...{ answerGift: answerArrival, answerDeposit: answerArrival },
  import: bringIn,
  undoImport: (next, act) => undoImport(next, act.file),
  ...{ payTransfer, toSpending },
  payPayouts: (next, act) => agree(next, act.payouts),
  beginPayout: (next, act) => {
    const outcome = agree(next, [act]);
    return outcome === 'done' && payerOf(next) === undefined ? 'refused' : outcome;
  },
  settlePayout: settleUp,
  beginVaultDay: (next, act) => beginVaultDay(next, act.parts),
  ...{ watch: changeSettings, unwatch: changeSettings, confirmFirst: changeSettings },
  chooseSource: changeSettings,
  ...{ saveAddresses: changeSettings, setUpAddresses: changeSettings, setPlan: changeSettings },
  ...{ setPayLimit: changeSettings, setCeiling: changeSettings, connect: changeSettings },
  ...{ disconnect: changeSettings, undoChange: changeSettings, forgetChange: changeSettings },
  ...{ closeBook: changePeople, restoreBook: changePeople, endSignIn: changePeople },
  ...{ removeSpouse: changePeople, deleteFamily: changePeople, keepFamily: changePeople },
};

/**
 * @param name of whatever the act makes
 * @param now the server's clock, in milliseconds
 * @returns the model after it, and how it ended; the given model stays as it is
 */
export function apply(model: Model, act: Act, name: string, now: number) {
  // Another family's parent may say yes to all: of what is not theirs, nothing is answered.
  if (act.call === 'answerAll' && act.by === 'stranger')
    return { next: model, outcome: 'done' as const };
  const next = structuredClone(model);
  const change = CHANGES[act.call] as Change<Call>;
  const outcome = permit(model, act) ?? change(next, act, name, now);
  return { next: outcome === 'done' ? next : model, outcome };
}
