/**
 * The replies of a scripted wallet, in terms that fit every protocol. `scripted-*.ts` turn them
 * into NWC, Alby Hub, phoenixd and LNURL; `provider-answers.ts` is the table of them.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { LightningSettings } from '#core/lightning/wallet.ts';
import {
  bytesField,
  type Draft,
  type Field,
  numberField,
  ORDINARY,
  PAYMENT_HASH,
  PREIMAGE,
  writeInvoice,
} from './invoice.ts';

export const ADAPTERS = ['nwc', 'nwc-nip04', 'alby-hub', 'phoenixd', 'lnurl'] as const;
export type Adapter = (typeof ADAPTERS)[number];

/** A wallet's report about a payment; unless stated, everything is in order. */
export type Told = {
  readonly preimage?: keyof typeof PREIMAGES;
  /** Sats if it is a whole number from 0 up, otherwise as given; null: not reported. */
  readonly fee?: unknown;
  readonly amount?: 'less' | 'more' | 'rounded';
  readonly direction?: 'other';
  readonly hash?: 'other';
  /** The wallet's own word for the state; null: none. */
  readonly state?: string | null;
  readonly settledAt?: null;
};

/** Faults in a reply's transmission or form. */
export type Fault =
  | 'silent'
  | 'late'
  | 'hang-up'
  | 'huge'
  | 'not-json'
  | 'list'
  | 'empty'
  // HTTP only: a status without a code of the wallet's.
  | 'redirect'
  | 'gateway'
  | 'no-content'
  // Nostr only.
  | 'other-key'
  | 'bad-signature'
  | 'replay'
  | 'other-person'
  | 'other-kind'
  | 'undecryptable'
  | 'other-method'
  | 'no-result'
  | 'error-and-result'
  | 'relay-refuses'
  | 'relay-closes'
  | 'flood'
  | 'foreign-first'
  | 'twice';

export type Failure =
  | 'failed'
  | 'not-found'
  | 'internal'
  | 'over-budget'
  | 'insufficient'
  | 'busy'
  | 'not-offered'
  | 'not-implemented'
  | 'unauthorized'
  | 'expired'
  | 'unheard-of';

export type Reply =
  | ({ readonly says: 'paid' | 'settled' | 'open' | 'failed' | 'expired' } & Told & {
        readonly fault?: Fault;
      })
  | { readonly error: Failure }
  | { readonly fault: Fault };

export type Saying = Extract<Reply, { readonly says: string }>;

export type Script = {
  /** The payment in question, as the wallet sees it; by default it pays. */
  readonly direction?: 'in' | 'out';
  readonly text?: string;
  /** Reply to the payment request. */
  readonly pay?: Reply;
  /** Replies to look-ups, one after the other; the last one is repeated. */
  readonly records?: readonly Reply[];
  /** Reply to the invoice request. */
  readonly invoice?: string | null | { readonly error: Failure } | { readonly fault: Fault };
  /** For NWC connections; some relays store no info events. */
  readonly hasInfo?: false;
  readonly budget?: Readonly<Record<string, unknown>>;
  readonly methods?: readonly string[];
};

/** A wallet with scripted replies over its real protocol. */
export type ScriptedWallet = {
  readonly settings: LightningSettings;
  readonly play: (script: Script) => void;
  /** Payment requests since `play`. */
  readonly asked: () => number;
  readonly close: () => Promise<void>;
};

export const PREIMAGES = {
  right: PREIMAGE,
  capitals: PREIMAGE.toUpperCase(),
  missing: undefined,
  empty: '',
  uuid: '0c8d1e6a-8f0b-4a5e-9d8e-3b6f7a1c2d3e',
  zeros: '0'.repeat(64),
  wrong: 'cd'.repeat(32),
  number: 21,
  long: 'ab'.repeat(2500),
} as const;

export const AMOUNT_MSAT = 2_100_000;
export const OTHER_HASH = 'ee'.repeat(32);
const seconds = (): number => Math.floor(Date.now() / 1000);

/** An LNURL server's metadata, whose hash its invoices contain (LUD-06). */
export const METADATA = '[["text/plain","For Mia"]]';
const METADATA_HASH = bytesField('h', sha256(utf8ToBytes(METADATA)));

const fieldsOf = (adapter: Adapter, letters: readonly string[]): Field[] => [
  ...letters.map((letter) => ORDINARY[letter] as Field),
  adapter === 'lnurl' ? METADATA_HASH : (ORDINARY.d as Field),
];
const write = (adapter: Adapter, draft: Draft = {}): string =>
  writeInvoice({ timestamp: seconds() - 5, fields: fieldsOf(adapter, ['p', 's', '9']), ...draft });

/** Paid with the preimage `right`: 2,100 sats on regtest. */
export const freshInvoice = (adapter: Adapter = 'nwc'): string => write(adapter);

/** As a wallet of this kind writes them. */
export const INVOICES = {
  good: freshInvoice,
  'another amount': (adapter) => write(adapter, { prefix: 'lnbcrt22u' }),
  'no amount': (adapter) => write(adapter, { prefix: 'lnbcrt' }),
  'another network': (adapter) => write(adapter, { prefix: 'lnbc21u' }),
  expired: (adapter) => write(adapter, { timestamp: seconds() - 7200 }),
  'over a year': (adapter) =>
    write(adapter, {
      fields: [...fieldsOf(adapter, ['p', 's', '9']), numberField('x', 366 * 86_400)],
    }),
  'a broken checksum': (adapter) =>
    write(adapter).replace(/.$/, (last) => (last === 'q' ? 'p' : 'q')),
  'no secret': (adapter) => write(adapter, { fields: fieldsOf(adapter, ['p', '9']) }),
  'no invoice': () => 'lnbcrt-this-is-none',
} as const satisfies Record<string, (adapter: Adapter) => string>;

/** The parts of a record that mean the same in every protocol. */
export function factsOf(reply: Saying, { direction = 'out' }: Script) {
  const { preimage = 'right', fee = 3, amount, hash, settledAt } = reply;
  const isSats = typeof fee === 'number' && Number.isSafeInteger(fee) && fee >= 0;
  const off = { less: -5_000, more: 5_000, rounded: -400 };
  return {
    isOut: (direction === 'out') !== (reply.direction === 'other'),
    preimage: PREIMAGES[preimage],
    paymentHash: hash === 'other' ? OTHER_HASH : PAYMENT_HASH,
    amountMsat: AMOUNT_MSAT + (amount === undefined ? 0 : off[amount]),
    feeMsat: isSats ? fee * 1000 : fee,
    feeSat: fee,
    settledAt: settledAt === null || reply.says !== 'settled' ? undefined : seconds(),
    createdAt: seconds() - 5,
  };
}

/** Returns the records one after the other. */
export function recordsOf({ records = [{ error: 'not-found' }] }: Script): () => Reply {
  let next = 0;
  return () => {
    const reply = records[Math.min(next, records.length - 1)] as Reply;
    next += 1;
    return reply;
  };
}

/** Longer than the test waits. */
export const LATE_MS = 900;
export const HUGE = ' '.repeat(300 * 1024);
