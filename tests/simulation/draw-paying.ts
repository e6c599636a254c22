/** Draws Lightning payments and sends, and settings for where money goes. */
import type { Agreed, ArrivalAct, Call, SettingsAct, WalletAct } from './act.ts';
import { MOODS } from './act.ts';
import { CHILDREN } from './beginning.ts';
import {
  about,
  chance,
  type Drawing,
  type Draws,
  mostly,
  NOTHING,
  notStranger,
  oneOf,
  satsIn,
} from './chance.ts';
import { heldOf } from './model-book.ts';
import { addressOf } from './model-settings.ts';
import type { ChildNo } from './model-types.ts';
import { walletsOf } from './model-wallets.ts';

type PayingCall =
  | Exclude<SettingsAct['call'], WalletAct['call']>
  | ArrivalAct['call']
  | Extract<
      Call,
      | ('pay' | 'approvePayment' | 'declinePayment' | 'say' | 'payTransfer')
      | (
          | 'beginVaultDay'
          | 'payPayouts'
          | 'beginPayout'
          | 'settlePayout'
          | 'sendBitcoin'
          | 'cancelSend'
        )
    >;

/** Daily ceilings that no one here gets near. */
const HIGH = [10_000_000n, 20_000_000n];
/** None, or one of two. */
const ADDRESSES = [0, 1, 1, 1, 2];
const PLANS = ['lightning', 'lightning', 'lightning', 'book', 'vault'] as const;

const addresses = ({ random }: Drawing) => {
  const children = [oneOf(random, ADDRESSES), oneOf(random, ADDRESSES)] as const;
  if (chance(random, 0.1)) return { parents: 0, children: [0, 0] as const };
  // The parents have one or none.
  return { parents: oneOf(random, [0, 1, 1]), children };
};
const change = ({ random, model }: Drawing) =>
  about(random, model.changes.keys(), (name) => ({ change: name }));

export const PAYING_DRAWS: Draws<PayingCall> = {
  pay: (drawing) => {
    const { random, child, sats } = drawing;
    return { child, sats: payable(drawing) ?? sats, mood: oneOf(random, MOODS) };
  },
  approvePayment: (drawing) =>
    paymentIn(drawing, (payment) => {
      const sats = drawing.model.payments.get(payment)?.sats ?? 1n;
      return { payment, sats, mood: oneOf(drawing.random, MOODS) };
    }),
  declinePayment: (drawing) => paymentIn(drawing, (payment) => ({ payment })),
  say: (drawing) =>
    paymentIn(drawing, (payment) => ({ payment, paid: chance(drawing.random, 0.4) })),
  payTransfer: ({ random, model }) => {
    const transfers = [...model.requests].filter(
      ([, { kind, state }]) => kind === 'savings_transfer' && state === 'open',
    );
    const from = mostly(random, transfers, [...model.requests]);
    if (from.length === 0) return undefined;
    const [request, { sats }] = oneOf(random, from);
    // A file's request has no amount for a parent to read.
    return { request, sats: sats || 4n, mood: oneOf(random, MOODS) };
  },
  payPayouts: (drawing) => {
    const agreed = owed(drawing);
    return agreed && { payouts: [agreed] };
  },
  beginPayout: (drawing) => owed(drawing),
  settlePayout: (drawing) => {
    const agreed = owed(drawing);
    const how = chance(drawing.random, 0.7) ? 'paid' : 'kept';
    return agreed && { payout: agreed.payout, how };
  },
  sendBitcoin: ({ child, sats }) => ({ child, sats }),
  cancelSend: ({ random, model }) => about(random, model.sends.keys(), (send) => ({ send })),

  beginVaultDay: ({ random, model, child, sats }) => {
    const all = [...model.payouts.values()].filter(
      (one) => one.plan === 'vault' && (one.state === 'due' || one.state === 'owed'),
    );
    const parts = CHILDREN.map((no) => ({
      child: no,
      sats: all.filter((one) => one.child === no).reduce((sum, one) => sum + one.sats, 0n),
    })).filter((one) => one.sats > 0n);
    return { parts: parts.length > 0 && chance(random, 0.8) ? parts : [{ child, sats }] };
  },

  answerGift: (drawing) =>
    arrivalIn(drawing, true, (arrival) => {
      const { random, model } = drawing;
      const to = oneOf(random, ['savings', 'spending', 'goal', 'nobody'] as const);
      if (to !== 'goal') return { arrival, to };
      return { arrival, to, goal: oneOf(random, [NOTHING, ...model.goals.keys()]) };
    }),
  answerDeposit: (drawing) =>
    arrivalIn(drawing, false, (arrival) => ({
      ...{ arrival, isPromised: chance(drawing.random, 0.2) },
      child: chance(drawing.random, 0.7) ? drawing.child : undefined,
    })),

  saveAddresses: addresses,
  setUpAddresses: addresses,
  setPlan: (drawing) => {
    const { random, child } = drawing;
    return { child, plan: oneOf(random, PLANS), seen: seenOf(drawing, child) };
  },
  setPayLimit: ({ random, child }) => ({ child, sats: oneOf(random, [0n, 1_000n, 4_000n]) }),
  makeSubWallet: ({ random, model, child }) => {
    const { prefers } = walletsOf(model);
    return { child, inVault: chance(random, 0.8) ? prefers : !prefers };
  },
  showSubWallet: ({ child }) => ({ child }),
  removeSubWallet: ({ child }) => ({ child }),
  setCeiling: ({ random, by }) => ({ by: notStranger(by), sats: oneOf(random, HIGH) }),
  chooseSource: ({ random, by }) => ({
    ...{ by: notStranger(by), source: chance(random, 0.7) ? 'none' : 'operator' },
  }),
  undoChange: (drawing) => {
    const drawn = change(drawing);
    return drawn && { ...drawn, anyway: chance(drawing.random, 0.3) };
  },
  forgetChange: change,
};

/** Mostly one not booked yet. */
function arrivalIn<T>(
  { random, model }: Drawing,
  isGift: boolean,
  act: (name: string) => T,
): T | undefined {
  const all = [...model.arrivals].filter(([, one]) => one.isGift === isGift);
  const [open, booked] = [false, true].map((is) =>
    all.filter(([, { state }]) => (state === 'booked') === is),
  ) as [typeof all, typeof all];
  const some = chance(random, 0.25) && booked.length > 0 ? booked : open;
  const names = some.map(([name]) => name);
  return about(random, names, act);
}

/** Mostly payable, fee included. */
function payable({ random, model, child }: Drawing): bigint | undefined {
  const free = model.balances.spending[child] - heldOf(model, child, 'spending');
  return free > 200n && chance(random, 0.8) ? satsIn(random, Number(free) * 0.9) : undefined;
}

/** Mostly an unfinished one. */
function paymentIn<T>({ random, model }: Drawing, act: (name: string) => T): T | undefined {
  const spends = [...model.payments].filter(([, { purpose }]) => purpose === 'spend');
  const open = spends.filter(([, { state }]) => state !== 'paid' && state !== 'declined');
  return about(
    random,
    mostly(random, open, spends).map(([name]) => name),
    act,
  );
}

/** Mostly the current address. */
const seenOf = ({ random, model }: Drawing, child: ChildNo) =>
  chance(random, 0.9) ? addressOf(model, child) : oneOf(random, ADDRESSES);

/** As a parent read it; mostly one still to be paid. */
function owed(drawing: Drawing): Agreed | undefined {
  const { random, model } = drawing;
  if (chance(random, 0.08)) return { payout: NOTHING, sats: 4n, seen: 1 };
  const all = [...model.payouts];
  const unpaid = all.filter(([, { state }]) => state === 'due' || state === 'owed');
  const from = mostly(random, unpaid, all);
  if (from.length === 0) return undefined;
  const [payout, { sats, child }] = oneOf(random, from);
  return { payout, sats, seen: seenOf(drawing, child) };
}
