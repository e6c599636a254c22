/** What families do, in the words of the model, of what is drawn and of what is sent. */

import type { File } from './model-imports.ts';
import type { Mood } from './model-payments.ts';
import type { PeopleAct } from './model-people.ts';
import type { SettingsAct } from './model-settings.ts';
import type { ChildNo, Person } from './model-types.ts';

export type Act = { by: Person } & (
  | { call: 'enter'; child: ChildNo; type: EnteredType; sats: bigint }
  | { call: 'several'; sats: readonly [bigint, bigint] }
  | { call: 'ask'; child: ChildNo; sats: bigint }
  | { call: 'answer'; request: string; yes: boolean; sats: bigint | undefined }
  | { call: 'withdraw'; request: string }
  | { call: 'undo'; entry: string }
  | { call: 'setSavings' | 'setSpending'; child: ChildNo; sats: bigint }
  | { call: 'makeGoal'; sats: bigint }
  | { call: 'give'; goal: string; child: ChildNo | undefined; sats: bigint }
  | { call: 'buy'; goal: string }
  | { call: 'drop'; goal: string }
  | { call: 'takeBack'; gift: string }
  | { call: 'payday' }
  | { call: 'setPayDays'; zone: string; isAutomatic: boolean }
  | { call: 'undoSeveral' | 'markSeveralPaid'; entries: readonly string[] }
  | { call: 'markPaid' | 'unmarkPaid'; entry: string }
  | { call: 'answerAll'; requests: readonly string[] }
  | { call: 'answerWithdrawal' | 'answerTransfer'; request: string; yes: boolean }
  | { call: 'share'; goal: string; child: ChildNo | undefined; tenths: number }
  | { call: 'endShare'; share: string }
  | { call: 'pay'; child: ChildNo; sats: bigint; mood: Mood }
  | { call: 'approvePayment'; payment: string; sats: bigint; mood: Mood }
  | { call: 'declinePayment'; payment: string }
  | { call: 'say'; payment: string; paid: boolean }
  | { call: 'sendBitcoin'; child: ChildNo; sats: bigint }
  | { call: 'cancelSend'; send: string }
  | ({ call: 'import' } & File)
  | { call: 'undoImport'; file: string }
  | { call: 'payTransfer'; request: string; sats: bigint; mood: Mood }
  | { call: 'toSpending'; child: ChildNo; sats: bigint }
  | SettingsAct
  | PeopleAct
  | { call: 'payPayouts'; payouts: readonly Agreed[] }
  | ({ call: 'beginPayout' } & Agreed)
  | { call: 'settlePayout'; payout: string; how: 'paid' | 'kept' }
);
/** What a parent has read of a pay day: the amount, and which address of the child's. */
export type Agreed = { payout: string; sats: bigint; seen: number };
export type Call = Act['call'];
export const ENTERED = ['bonus', 'chore_payment', 'earned', 'spending', 'savings_deposit'] as const;
export type EnteredType = (typeof ENTERED)[number];

export type ActOf<C extends Call> = Act & { call: C };
