/**
 * The table of wallets' replies to a payment request, a look-up and an invoice request, and the
 * meaning of each (threats T23, T24, T28). A row is one reply of one kind of wallet;
 * `scripted-wallets.ts` plays it over the wallet's real protocol.
 */
import type { ConnectionErrorCode, LookUp, PayOutcome } from '#core/lightning/wallet.ts';
import { PAYING_DRAFTS } from './provider-paying.ts';
import {
  ADAPTERS,
  type Adapter,
  type INVOICES,
  type Reply,
  type Script,
} from './provider-script.ts';
import {
  type Expected,
  failed,
  IS_FAILED,
  IS_OPEN,
  IS_PROVEN,
  IS_STATED,
  type Later,
  NWC,
  none,
  notKnown,
  open,
  PAYING,
  settled,
} from './provider-words.ts';

/** One request to pay 2,100 sats with at most 21 sats of fee. */
export type PayRow = {
  readonly asks: 'pay';
  readonly adapter: Adapter;
  readonly answer: string;
  readonly script: Script;
  /** The port's result. */
  readonly expected: Expected<PayOutcome>;
  /** True if the wallet must not get the request. */
  readonly isUnasked: boolean;
  /** Later look-ups, one by one: the wallet's record, and its meaning. */
  readonly later: readonly Later[];
};

/** One look-up of a payment over 2,100 sats. */
export type LookUpRow = {
  readonly asks: 'look up in' | 'look up out';
  readonly adapter: Adapter;
  readonly answer: string;
  readonly script: Script;
  readonly expected: Expected<LookUp>;
};

/** One request for an invoice over 2,100 sats; `good` or the resulting error. */
export type InvoiceRow = {
  readonly asks: 'make invoice';
  readonly adapter: Adapter;
  readonly answer: string;
  readonly invoice: keyof typeof INVOICES | Exclude<Script['invoice'], string | undefined>;
  readonly expected: 'good' | ConnectionErrorCode;
};

type LookUpDraft = readonly [
  on: readonly Adapter[],
  answer: string,
  record: Reply,
  expected: Expected<LookUp>,
];

/** Errors of form and transport mean the same for every look-up. */
const FAULTY_DRAFTS: readonly LookUpDraft[] = [
  [ADAPTERS, 'an internal error', { error: 'internal' }, notKnown('unclear')],
  [ADAPTERS, 'too many questions', { error: 'busy' }, notKnown('unclear')],
  [ADAPTERS, 'silence', { fault: 'silent' }, notKnown('no-answer')],
  [ADAPTERS, 'late', { ...settled, fault: 'late' }, notKnown('no-answer')],
  [ADAPTERS, 'a hang-up', { fault: 'hang-up' }, notKnown('no-answer')],
  [ADAPTERS, 'an empty object', { ...settled, fault: 'empty' }, notKnown('bad-answer')],
  [ADAPTERS, 'a list', { ...settled, fault: 'list' }, notKnown('bad-answer')],
  [[...PAYING, 'lnurl'], 'another payment', { ...settled, hash: 'other' }, notKnown('bad-answer')],
];

const OUT_DRAFTS: readonly LookUpDraft[] = [
  [PAYING, 'settled with its proof', settled, IS_PROVEN],
  [PAYING, 'settled with a UUID', { ...settled, preimage: 'uuid' }, IS_STATED],
  [PAYING, 'settled without a preimage', { ...settled, preimage: 'missing' }, IS_STATED],
  [PAYING, 'settled with zeros', { ...settled, preimage: 'zeros' }, IS_STATED],
  [
    PAYING,
    'settled without a fee',
    { ...settled, fee: null },
    { ...IS_PROVEN, feeSats: undefined },
  ],
  [PAYING, 'under way', open, IS_OPEN],
  [PAYING, 'under way, with the proof', { ...open, preimage: 'right' }, IS_PROVEN],
  [[...NWC, 'alby-hub'], 'held until the payee takes it', { ...open, state: 'accepted' }, IS_OPEN],
  [PAYING, 'failed', failed, IS_FAILED],
  [PAYING, 'failed, with the proof', { ...failed, preimage: 'right' }, IS_PROVEN],
  [
    PAYING,
    'less than the invoice',
    { ...settled, amount: 'less', preimage: 'uuid' },
    notKnown('bad-answer'),
  ],
  [
    PAYING,
    'more than the invoice',
    { ...settled, amount: 'more', preimage: 'uuid' },
    notKnown('bad-answer'),
  ],
  [PAYING, 'another amount, with the proof', { ...settled, amount: 'more' }, IS_PROVEN],
  [
    [...NWC, 'alby-hub'],
    'a part of a sat less',
    { ...settled, amount: 'rounded', preimage: 'uuid' },
    IS_STATED,
  ],
  [
    [...NWC, 'alby-hub'],
    'the payee’s half',
    { ...settled, direction: 'other' },
    notKnown('not-found'),
  ],
  [PAYING, 'not found', none, notKnown('not-found')],
  [NWC, 'no state, but the proof', { ...settled, state: null, settledAt: null }, IS_PROVEN],
  [NWC, 'no state, but a time', { ...settled, state: null, preimage: 'uuid' }, IS_STATED],
  [NWC, 'expired', { says: 'expired', preimage: 'missing' }, notKnown('unclear')],
  [NWC, 'may not be asked', { error: 'not-offered' }, notKnown('not-offered')],
  [['alby-hub'], 'an unknown state', { ...settled, state: 'odd' }, notKnown('bad-answer')],
];

const noFee = { feeSats: undefined };
const IN_DRAFTS: readonly LookUpDraft[] = [
  [PAYING, 'settled with its preimage', settled, IS_PROVEN],
  [PAYING, 'settled with a UUID', { ...settled, preimage: 'uuid' }, IS_STATED],
  [PAYING, 'settled with nothing', { ...settled, preimage: 'missing' }, IS_STATED],
  [['lnurl'], 'settled with its preimage', settled, { ...IS_PROVEN, ...noFee }],
  [['lnurl'], 'settled with a UUID', { ...settled, preimage: 'uuid' }, { ...IS_STATED, ...noFee }],
  [['lnurl'], 'settled with zeros', { ...settled, preimage: 'zeros' }, { ...IS_STATED, ...noFee }],
  [['lnurl'], 'settled in words', { ...settled, state: 'yes' }, notKnown('bad-answer')],
  [['lnurl'], 'not found', none, notKnown('unclear')],
  [
    ADAPTERS,
    'not paid, though the wallet knows the preimage',
    { ...open, preimage: 'right' },
    IS_OPEN,
  ],
  [[...NWC, 'alby-hub'], 'held until we take it', { ...open, state: 'accepted' }, IS_OPEN],
  [[...NWC, 'phoenixd'], 'expired', { says: 'expired' }, { state: 'expired' }],
  [[...NWC, 'alby-hub'], 'failed', failed, { state: 'expired' }],
  [
    [...NWC, 'alby-hub'],
    'less than asked for',
    { ...settled, amount: 'less' },
    notKnown('bad-answer'),
  ],
  [[...NWC, 'alby-hub'], 'more than asked for', { ...settled, amount: 'more' }, IS_PROVEN],
  [
    [...NWC, 'alby-hub'],
    'the payer’s half',
    { ...settled, direction: 'other' },
    notKnown('not-found'),
  ],
  [PAYING, 'not found', none, notKnown('not-found')],
];

type InvoiceDraft = readonly [string, InvoiceRow['invoice'], InvoiceRow['expected']];
const INVOICE_DRAFTS: readonly InvoiceDraft[] = [
  ['as asked for', 'good', 'good'],
  ['over another amount', 'another amount', 'BAD_ANSWER'],
  ['over any amount', 'no amount', 'BAD_ANSWER'],
  ['for another network', 'another network', 'OTHER_NETWORK'],
  ['expired', 'expired', 'BAD_ANSWER'],
  ['that lasts over a year', 'over a year', 'BAD_ANSWER'],
  ['with a broken checksum', 'a broken checksum', 'BAD_ANSWER'],
  ['without a secret', 'no secret', 'BAD_ANSWER'],
  ['that is none', 'no invoice', 'BAD_ANSWER'],
  ['missing', null, 'BAD_ANSWER'],
  ['too many questions', { error: 'busy' }, 'BUSY'],
  ['an internal error', { error: 'internal' }, 'REFUSED'],
  ['a hang-up', { fault: 'hang-up' }, 'NO_ANSWER'],
];

export const PAY_ROWS: readonly PayRow[] = PAYING_DRAFTS.flatMap(
  ([on, answer, pay, expected, options = {}]) => {
    const { later = [], isUnasked = false, records = [none], ...connection } = options;
    const script: Script = { ...connection, pay, records };
    return on.map((adapter) => ({
      asks: 'pay' as const,
      adapter,
      answer,
      script,
      expected,
      isUnasked,
      later,
    }));
  },
);

const lookUps = (direction: 'in' | 'out', drafts: readonly LookUpDraft[]): LookUpRow[] =>
  drafts.flatMap(([on, answer, record, expected]) =>
    on.map((adapter) => ({
      asks: `look up ${direction}` as const,
      adapter,
      answer,
      script: { direction, records: [record] },
      expected,
    })),
  );

export const LOOK_UP_ROWS: readonly LookUpRow[] = [
  ...lookUps('out', OUT_DRAFTS),
  ...lookUps('in', [...IN_DRAFTS, ...FAULTY_DRAFTS]),
];

export const INVOICE_ROWS: readonly InvoiceRow[] = ADAPTERS.flatMap((adapter) =>
  INVOICE_DRAFTS.map(([answer, invoice, expected]) => ({
    asks: 'make invoice' as const,
    adapter,
    answer,
    invoice,
    // A stranger's server is not tied to a network.
    expected: adapter === 'lnurl' && expected === 'OTHER_NETWORK' ? 'BAD_ANSWER' : expected,
  })),
);
