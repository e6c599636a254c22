/**
 * The feature's half of the table of provider answers: what each answer does in a family's book and
 * on its screens. `answer-families.ts` plays the rows.
 */

import type { ConnectionErrorCode } from '#core/lightning/wallet.ts';
import { whyOf } from '#features/money/lightning/connections/connecting.ts';
import type { Sentence } from '../../src/contract/checks.ts';
import { because } from '../../src/contract/reasons.ts';
import type { Failure } from '../../src/features/book/payments/contract.ts';
import type { Proof } from '../../src/features/money/lightning/paying/contract.ts';
import type { InvoiceState } from '../../src/features/money/lightning/receiving/contract.ts';
import { invoiceWords, paymentWords } from './payment-words.ts';
import {
  INVOICE_ROWS,
  type InvoiceRow,
  LOOK_UP_ROWS,
  type LookUpRow,
  PAY_ROWS,
  type PayRow,
} from './provider-answers.ts';
import {
  type Adapter,
  freshInvoice,
  INVOICES,
  type Reply,
  type Script,
} from './provider-script.ts';
import { type Expected, none, settled } from './provider-words.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/**
 * When wallets are asked for the outcome, relative to the start: twice at once, on looking up a fee
 * once more, when the invoice expires, a day later, and a week later.
 */
export const ROUNDS_MS = [
  ...[10_000, 20_000, 2 * MINUTE_MS],
  ...[3 * HOUR_MS, 27 * HOUR_MS, 195 * HOUR_MS],
] as const;
const IS_OVER_FROM = 3;

const HAD = 100_000;
const AMOUNT = 2_100;
const FEE_LIMIT = 21;

/** How a payment or an invoice appears, in the book and on the screen. */
export type View = {
  readonly state: string;
  readonly failure: string | null;
  readonly proof: string | null;
  readonly fee: number | null;
  readonly words: string;
  readonly balance: number;
  readonly available: number;
  readonly entries: readonly number[];
  /** Payment requests to the wallet since the last check. */
  readonly asked: number;
};

export type Row = {
  readonly name: string;
  readonly does: 'pay' | 'receive' | 'be refused an invoice' | 'be refused a payment';
  readonly adapter: Adapter;
  readonly script: Script;
  /** Right after the call. */
  readonly first: View;
  /** Each round: the wallet's record at that time, and the resulting view. */
  readonly rounds: readonly (readonly [Reply, View])[];
  /** The wallet never answers. */
  readonly isSilent: boolean;
};

type Outcome =
  | { state: 'paid'; proof: Proof; fee: number | null }
  | { state: 'failed' | 'checking'; failure: Failure };

const NAMES = { nwc: 'Scripted', 'nwc-nip04': 'Scripted' } as const;
const PROVIDERS = { ...NAMES, 'alby-hub': 'Alby Hub', phoenixd: 'phoenixd' } as const;
type Payer = keyof typeof PROVIDERS;

/** @param lateFee reported after the payment was booked */
function viewOf(adapter: Payer, outcome: Outcome, asked: number, lateFee = 0): View {
  const { state } = outcome;
  const paid = outcome.state === 'paid' ? outcome : undefined;
  const failure = outcome.state === 'paid' ? null : outcome.failure;
  const proof = paid?.proof ?? null;
  const spent = paid ? AMOUNT + (paid.fee ?? 0) : 0;
  const held = state === 'checking' ? AMOUNT + FEE_LIMIT : 0;
  return {
    ...{ state, failure, proof, asked },
    fee: paid ? lateFee || paid.fee : null,
    words: paymentWords({ state, failure, proof, provider: PROVIDERS[adapter] }),
    balance: HAD - spent - lateFee,
    available: HAD - spent - lateFee - held,
    entries: paid ? [-spent, ...(lateFee ? [-lateFee] : [])] : [],
  };
}

/** A later answer that says less than the refusal does not replace it. */
const isVague = (outcome: Outcome) => outcome.state === 'checking' && !isClaim(outcome.failure);

const feeOf = ({ feeSats }: Expected<unknown>) => (feeSats === undefined ? null : Number(feeSats));

function afterPay(expected: PayRow['expected']): Outcome {
  const { outcome, reason, proof } = expected;
  if (outcome === 'paid') return { state: 'paid', proof: proof as Proof, fee: feeOf(expected) };
  return { state: outcome === 'unsent' ? 'failed' : 'checking', failure: reason as Failure };
}

function afterLookUp(expected: LookUpRow['expected']): Outcome {
  const { state, reason, proof } = expected;
  if (state === 'settled') return { state: 'paid', proof: proof as Proof, fee: feeOf(expected) };
  if (state === 'failed') return { state: 'checking', failure: 'said-failed' };
  return { state: 'checking', failure: (reason ?? 'no-answer') as Failure };
}

const FEE_ROUND = 2;
const LAST_ROUND = 4;
const LATE_FEE = 3;

const isClaim = (failure: Failure) => failure.startsWith('said-');

/**
 * A payment the wallet no longer knows stays unknown until its day is over; a refused one, until
 * the invoice has expired. Then it counts as failed, and becomes paid once a receipt is found.
 */
function paymentRounds(
  adapter: Payer,
  first: Outcome,
  later: readonly (readonly [Reply, Outcome])[],
): Row['rounds'] {
  let outcome = first;
  let lateFee = 0;
  // Payments never sent are not looked up.
  const isAsked = first.state !== 'failed';
  return ROUNDS_MS.map((_, round) => {
    const [reply, next] = later[round] ?? [settled, undefined];
    // A proven payment stays paid, whatever later records say.
    if (next && outcome.state === 'paid') return [reply, viewOf(adapter, outcome, 0)] as const;
    if (next && !(outcome.state === 'checking' && isClaim(outcome.failure) && isVague(next)))
      outcome = next;
    else if (next) return [reply, viewOf(adapter, outcome, 0)] as const;
    else if (outcome.state === 'paid') {
      if (outcome.fee === null && round >= FEE_ROUND) lateFee = LATE_FEE;
    } else if (outcome.state === 'checking') {
      const claim = isClaim(outcome.failure) ? outcome.failure : undefined;
      const isEnd = round >= (claim === undefined ? LAST_ROUND : IS_OVER_FROM);
      outcome = { state: isEnd ? 'failed' : 'checking', failure: claim ?? 'not-found' };
      return [none, viewOf(adapter, outcome, 0)] as const;
    } else if (isAsked) outcome = { state: 'paid', proof: 'proven', fee: LATE_FEE };
    return [reply, viewOf(adapter, outcome, 0, lateFee)] as const;
  });
}

/** Faults that cause no timely answer. */
const SILENT = new Set<unknown>([
  ...['silent', 'late', 'replay', 'bad-signature'],
  ...['other-key', 'other-person', 'other-kind'],
]);
const isSilent = (reply: Reply | undefined): boolean =>
  reply !== undefined && 'fault' in reply && SILENT.has(reply.fault);

function paid(row: PayRow): Row {
  const adapter = row.adapter as Payer;
  const outcome = afterPay(row.expected);
  const later = row.later.map(([record, expected]) => [record, afterLookUp(expected)] as const);
  return {
    ...{ does: 'pay', adapter, script: row.script, isSilent: isSilent(row.script.pay) },
    name: `${adapter} asked to pay: ${row.answer}`,
    first: viewOf(adapter, outcome, row.isUnasked ? 0 : 1),
    rounds: paymentRounds(adapter, outcome, later),
  };
}

/** The reply to the payment is lost; the row says what the wallet reports later. */
function paidUnheard(row: LookUpRow): Row {
  const adapter = row.adapter as Payer;
  const lost: Outcome = { state: 'checking', failure: 'no-answer' };
  const record = row.script.records?.[0] ?? none;
  return {
    ...{ does: 'pay', adapter, isSilent: false },
    name: `${adapter} asked what became of it: ${row.answer}`,
    script: { pay: { fault: 'hang-up' }, records: [none] },
    first: viewOf(adapter, lost, 1),
    rounds: paymentRounds(adapter, lost, [[record, afterLookUp(row.expected)]]),
  };
}

function invoiceView(state: InvoiceState, round: number): View {
  const arrived = state === 'paid' ? [AMOUNT] : [];
  const balance = HAD + (arrived[0] ?? 0);
  return {
    ...{ state, failure: null, proof: null, fee: null, asked: 0, entries: arrived },
    ...{ balance, available: balance },
    words: invoiceWords(state, round >= IS_OVER_FROM),
  };
}

/** A record's meaning for an invoice; in the last round the wallet reports it as paid. */
function invoiceState({ expected: { state, reason } }: LookUpRow, round: number): InvoiceState {
  if (state === 'settled') return 'paid';
  const saysNo = reason === 'not-found' || state !== 'unknown';
  const endsAt = reason === 'not-found' ? LAST_ROUND : IS_OVER_FROM;
  if (saysNo) return round >= endsAt ? 'expired' : 'open';
  return round === ROUNDS_MS.length - 1 ? 'paid' : 'open';
}

function received(row: LookUpRow): Row {
  const { adapter } = row;
  const invoice = freshInvoice(adapter);
  const record = row.script.records?.[0] ?? none;
  return {
    ...{ does: 'receive', adapter, isSilent: false },
    name: `${adapter} made an invoice: ${row.answer}`,
    script: { direction: 'in', invoice, text: invoice, records: [record] },
    first: invoiceView('open', 0),
    rounds: ROUNDS_MS.map((_, round) => [
      round === ROUNDS_MS.length - 1 ? settled : record,
      invoiceView(invoiceState(row, round), round),
    ]),
  };
}

/** Nothing was made, held or booked, now or later. */
function refused(
  { adapter, answer, asks }: PayRow | InvoiceRow,
  does: Row['does'],
  words: Sentence,
  script: Script = {},
): Row {
  const first: View = {
    ...{ state: 'none', failure: null, proof: null, fee: null, words: words.english },
    ...{ balance: HAD, available: HAD, entries: [], asked: 0 },
  };
  const rounds = ROUNDS_MS.map(() => [settled, first] as const);
  const name = `${adapter} asked to ${asks}: ${answer}`;
  return { name, does, adapter, script, first, rounds, isSilent: false };
}

/** The wrong invoice a wallet makes; the port tells other bad ones apart. */
function refusedInvoice(row: InvoiceRow): Row {
  const { adapter, invoice: draft, expected } = row;
  const invoice = typeof draft === 'string' ? INVOICES[draft](adapter) : draft;
  const words = whyOf(expected as ConnectionErrorCode);
  return refused(row, 'be refused an invoice', words, { invoice });
}

const isPayer = ({ adapter }: { adapter: Adapter }) => adapter !== 'lnurl';

/** For a look-up, silence and a hang-up are the same, so silence need not be waited for. */
export const ANSWER_ROWS: readonly Row[] = [
  ...PAY_ROWS.map((row) =>
    isPayer(row) ? paid(row) : refused(row, 'be refused a payment', because('NO_LIGHTNING')),
  ),
  ...LOOK_UP_ROWS.filter((row) => row.asks === 'look up out').map(paidUnheard),
  ...LOOK_UP_ROWS.filter(
    (row) => row.asks === 'look up in' && !isSilent(row.script.records?.[0]),
  ).map(received),
  // A bad invoice means the same to the book with any adapter: one per protocol suffices.
  ...INVOICE_ROWS.filter(
    ({ adapter, expected }) => expected !== 'good' && ['nwc', 'lnurl'].includes(adapter),
  ).map(refusedInvoice),
];
