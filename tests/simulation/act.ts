/** A family's actions, shared by the model, the drawing and the sending. */

import type { ChildNo, Model, Person } from './model-types.ts';

/** A wallet's reaction to a payment: pays, refuses, or pays and loses its answer. */
export const MOODS = ['pays', 'refuses', 'lost'] as const;
export type Mood = (typeof MOODS)[number];

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
  | { call: 'setAllowance'; child: ChildNo; sats: bigint; weekday: number }
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
  | ArrivalAct
  | { call: 'beginVaultDay'; parts: readonly { child: ChildNo; sats: bigint }[] }
  | { call: 'payPayouts'; payouts: readonly Agreed[] }
  | ({ call: 'beginPayout' } & Agreed)
  | { call: 'settlePayout'; payout: string; how: 'paid' | 'kept' }
);
/** A pay day as a parent read it: the amount, and which of the child's addresses. */
export type Agreed = { payout: string; sats: bigint; seen: number };
export type Call = Act['call'];
export const ENTERED = ['bonus', 'chore_payment', 'earned', 'spending', 'savings_deposit'] as const;
export type EnteredType = (typeof ENTERED)[number];

export type ActOf<C extends Call> = Act & { call: C };

/** Applies an act to the model. @param name of the thing it makes @throws Ended if it fails */
export type Change<C extends Call = Call> = (
  next: Model,
  act: ActOf<C>,
  name: string,
  now: number,
) => void;
export type Changes<C extends Call> = { readonly [One in C]: Change<One> };

/** A wallet's file; `includes`: also rows older than the last correction. */
export type File = { child: ChildNo; rows: readonly FileRow[]; includes: boolean };

/** People with a family sign-in. */
export type Member = 'parent' | 'spouse' | 'child0' | 'child1';

export type PeopleAct =
  | { call: 'closeBook' | 'restoreBook' | 'endSignIn'; child: ChildNo }
  | { call: 'removeSpouse' | 'deleteFamily' | 'keepFamily' }
  // A child's book, or a person; whether a restore waits for a check; and whether in this family.
  | { call: 'eraseAgain'; what: ChildNo | Member; isWaiting: boolean; isOurs: boolean };

/** Says whose an outside payment is. */
export type ArrivalAct =
  | { call: 'answerGift'; arrival: string; to: 'savings' | 'spending' | 'nobody' }
  | { call: 'answerGift'; arrival: string; to: 'goal'; goal: string }
  | { call: 'answerDeposit'; arrival: string; child: ChildNo | undefined; isPromised: boolean };

export type PayPlan = 'book' | 'lightning' | 'vault';

/** Which of each person's Lightning addresses is saved; 0 is none. */
export type Addresses = { parents: number; children: readonly [number, number] };

/** A key states its script type, or a parent confirms it; `watched`: the wallet. */
export type WalletAct =
  | { call: 'watch'; saysWhich: boolean }
  | { call: 'unwatch' }
  | { call: 'confirmFirst'; watched: string; isRight: boolean }
  | { call: 'connect' }
  | { call: 'disconnect' }
  | { call: 'removeLocks' }
  | VaultAct;

/**
 * An act of a browser that read this version of the encrypted data. `walletOf`: the watched wallet
 * whose key it encrypted. `key`: the key it opened, or prepares addresses of.
 */
export type VaultAct = { version: number } & (
  | { call: 'preferEncryption'; prefers: boolean; key: string | undefined }
  | { call: 'encryptExisting'; walletOf: string | undefined }
  | { call: 'saveVaultWithLightning'; walletOf: string | undefined }
  | { call: 'saveVault'; isRenewed: boolean; spending: 'new' | 'none' | undefined }
  | { call: 'forgetVault' }
  | { call: 'addPrepared'; key: string; from: number; count: number; hasToken: boolean }
  | { call: 'forgetPrepared'; key: string }
  | { call: 'saveLock'; passkey: 'parent' | 'spouse' }
);

export type SettingsAct =
  | ({ call: 'saveAddresses' } & Addresses)
  | ({ call: 'setUpAddresses' } & Addresses)
  | { call: 'setPlan'; child: ChildNo; plan: PayPlan; seen: number }
  | { call: 'setPayLimit'; child: ChildNo; sats: bigint }
  | { call: 'setCeiling'; sats: bigint }
  | { call: 'makeSubWallet'; child: ChildNo; inVault: boolean }
  | { call: 'showSubWallet' | 'removeSubWallet'; child: ChildNo }
  | WalletAct
  | { call: 'chooseSource'; source: 'none' | 'operator' }
  | { call: 'undoChange'; change: string; anyway: boolean }
  | { call: 'forgetChange'; change: string };

/** A payment in a wallet's file; `entry`: the matching entry made earlier by hand. */
export type FileRow = { id: string; at: number; sats: bigint; entry?: string | undefined };

/**
 * `kept_out`: no right, and no information. `refused`: forbidden by the state of the book. `gone`:
 * its subject was deleted.
 */
export type Outcome = 'done' | 'refused' | 'kept_out' | 'gone';
