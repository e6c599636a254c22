/**
 * What Satling asks of a family's Lightning wallet, whichever protocol it speaks. Amounts are whole
 * sats unless a name says msat, times are Unix seconds, hashes and preimages are lower-case
 * hexadecimal.
 *
 * Three rules hold for every adapter. A payment is `unsent` only if we know that the wallet was
 * never told to pay. What a wallet says against a payment is a claim (`refused`), and everything
 * doubtful is `unknown`: neither is failed. And a preimage counts only if its SHA-256 is the
 * payment hash: `proven`, whatever else that reply says; otherwise the wallet's word is `stated`.
 */
import type { BitcoinNetwork } from '../bitcoin/network.ts';
import type { Invoice } from './bolt11.ts';

export type LightningSettings =
  /** Nostr Wallet Connect (NIP-47): Alby Hub, CoinOS, Electrum and others. */
  | { readonly kind: 'nwc'; readonly connectionString: string }
  /** Alby Hub's HTTP API. `name` and `region` are for Alby Cloud: Settings → Developer. */
  | {
      readonly kind: 'alby-hub';
      readonly url: string;
      readonly token: string;
      readonly name?: string;
      readonly region?: string;
    }
  /** phoenixd's HTTP API; the limited password cannot spend. */
  | { readonly kind: 'phoenixd'; readonly url: string; readonly password: string }
  /** A Lightning address or an LNURL: receives only. */
  | { readonly kind: 'lnurl'; readonly address: string };

export type LightningKind = LightningSettings['kind'];

/** In milliseconds. Together less than the 20 s after which a call answers "checking". */
export type Patience = {
  /** How long the answer to a question is waited for. */
  readonly answerMs: number;
  /** A wallet that takes longer to say what it may do is not asked to pay any more. */
  readonly startMs: number;
  /** How long the answer to a request to pay is waited for. */
  readonly payMs: number;
};

export const PATIENCE: Patience = { answerMs: 5_000, startMs: 9_000, payMs: 9_000 };

/** What the wallet itself limits this connection to. */
export type Budget =
  | {
      readonly kind: 'limited';
      readonly leftSats: bigint;
      readonly totalSats: bigint;
      readonly renewsAt: number | undefined;
      /** daily, weekly, monthly, yearly or never; as the wallet words it. */
      readonly renewalPeriod: string | undefined;
    }
  /** The wallet says that there is no limit. */
  | { readonly kind: 'unlimited' }
  /** The wallet cannot be asked for a limit: it may have one or none (CoinOS, phoenixd). */
  | { readonly kind: 'not-told' };

export type WalletDescription = {
  readonly kind: LightningKind;
  /** What the wallet calls itself. Written by a stranger. */
  readonly alias: string | undefined;
  /** Undefined: the wallet does not tell. Another network than ours is an OTHER_NETWORK error. */
  readonly network: BitcoinNetwork | undefined;
  /** What this connection may do, in the words of NIP-47: `make_invoice`, `pay_invoice`, … */
  readonly methods: readonly string[];
  /** True if it offers any paying method. No guess: a wallet that does not tell is an error. */
  readonly canPay: boolean;
  readonly budget: Budget;
};

export type InvoiceWanted = {
  readonly amountSats: bigint;
  /** A hash stands for a longer text (LUD-06). Alby Hub and LNURL cannot do it: NOT_OFFERED. */
  readonly about: { readonly text: string } | { readonly sha256: string };
  /** How long it can be paid. Alby Hub and LNURL servers choose themselves. */
  readonly expirySeconds: number;
};

export type MadeInvoice = {
  /** Checked: signature, amount, network, expiry, and the hash of the description if asked for. */
  readonly invoice: Invoice;
  /** Where an LNURL server tells whether it was paid (LUD-21). Keep it, and pass it to `lookUp`. */
  readonly verifyUrl: string | undefined;
};

/** One payment that is known by its invoice. */
export type Asked = {
  readonly direction: 'in' | 'out';
  readonly invoice: Pick<Invoice, 'text' | 'paymentHash' | 'amountMsat'>;
  readonly verifyUrl?: string | undefined;
};

/** The preimage is there exactly if it proves the payment. */
export type Proof =
  | { readonly proof: 'proven'; readonly preimage: string }
  | { readonly proof: 'stated'; readonly preimage?: undefined };

/** A fee that is undefined was not told. Parts of a sat are dropped. */
export type Settled = Proof & { readonly feeSats: bigint | undefined };

export type UnknownReason =
  /** No relay or server could be reached. */
  | 'unreachable'
  /** The question was sent and nobody answered in time. */
  | 'no-answer'
  /** An answer that is not what was asked for. */
  | 'bad-answer'
  /** The wallet does not know the payment. */
  | 'not-found'
  /** The wallet's own error, which says nothing about the payment; or it refuses to tell. */
  | 'unclear'
  /** Nobody can be asked: no verify URL, or a connection that may not look payments up. */
  | 'not-offered';

export type Unknown = { readonly reason: UnknownReason; readonly message: string };

export type LookUp =
  | ({ readonly state: 'settled'; readonly settledAt: number | undefined } & Settled)
  /** Not paid yet, or under way. */
  | { readonly state: 'open' }
  /** Incoming only: it was not paid and cannot be any more. */
  | { readonly state: 'expired' }
  /** Outgoing only: the wallet's record says that it failed. A claim, as any other no. */
  | { readonly state: 'failed' }
  | ({ readonly state: 'unknown' } & Unknown);

export type PayWanted = {
  readonly invoice: Invoice;
  /**
   * What is held for the fee. No wallet here takes a limit for a single payment: amount and limit
   * together must fit into the budget, and what is booked is the fee that the wallet tells.
   */
  readonly feeLimitSats: bigint;
  /** True where nobody has agreed to a connection that its wallet does not limit. */
  readonly needsBudget?: boolean;
  /** Made for this payment alone: if the wallet has paid it already, that was another payment. */
  readonly isNew?: boolean;
};

/** Why the wallet was not told to pay. */
export type UnsentReason =
  | 'over-budget'
  /** The wallet names no budget for this connection, and one is needed. */
  | 'no-budget'
  /** Not what the person said yes to. */
  | 'not-agreed'
  /** The wallet holds less than the amount. */
  | 'insufficient'
  /** The wallet tried this invoice before: two tries would have one record. */
  | 'tried'
  /** The invoice has expired. */
  | 'expired'
  /** The invoice names no amount. */
  | 'no-amount'
  | 'other-network'
  /** This connection may not pay. */
  | 'not-offered'
  /** Nothing was sent: no relay or server could be reached, or the wallet was silent before. */
  | 'unreachable'
  /** The wallet asks for patience; nothing was sent. */
  | 'busy'
  /** The wallet would not answer what is asked before a payment. */
  | 'refused';

/** What a wallet says once it was told to pay: that it did not pay, and why. */
export type ClaimedReason =
  | 'said-over-budget'
  | 'said-insufficient'
  /** It asks for patience. */
  | 'said-busy'
  /** This connection may not pay, though it had said so. */
  | 'said-restricted'
  /** A reason of its own. */
  | 'said-refused'
  /** It tried and gave up. NIP-47 includes time-outs. */
  | 'said-failed';

export type PayOutcome =
  | ({ readonly outcome: 'paid' } & Settled)
  /** Our own knowledge: nothing was sent. What was held can be released. */
  | { readonly outcome: 'unsent'; readonly reason: UnsentReason; readonly message: string }
  /** The wallet's word, which proves nothing: treat it as unknown, and say whose word it is. */
  | { readonly outcome: 'refused'; readonly reason: ClaimedReason; readonly message: string }
  /** Keep the hold, look it up, never pay again. */
  | ({ readonly outcome: 'unknown' } & Unknown);

/**
 * An open connection to a wallet, for one use: what it may do is asked once and then kept. Nothing
 * waits longer than 20 s. Close it in the end.
 */
export type LightningWallet = {
  /** @throws ConnectionError */
  describe: () => Promise<WalletDescription>;
  /** Sats that it can spend over Lightning; parts of a sat are dropped. @throws ConnectionError */
  balance: () => Promise<bigint>;
  /** @throws ConnectionError. An invoice that was made and not heard of harms nobody. */
  makeInvoice: (wanted: InvoiceWanted) => Promise<MadeInvoice>;
  /** Never throws a ConnectionError: whoever cannot be asked has said nothing. */
  lookUp: (asked: Asked) => Promise<LookUp>;
  /** Asks for the budget first. Never throws a ConnectionError. */
  pay: (wanted: PayWanted) => Promise<PayOutcome>;
  close: () => void;
};

/** A connection that was asked and cannot pay. */
export type ReceivingWallet = Omit<LightningWallet, 'pay'>;

export type ConnectionErrorCode =
  /** The settings cannot be read: no connection string, web address, Lightning address. */
  | 'BAD_CONNECTION'
  /** No relay (NWC) or server can be reached. Nothing was asked. */
  | 'UNREACHABLE'
  /** The wallet was asked and did not answer in time. */
  | 'NO_ANSWER'
  /** The answer is not what was asked for. */
  | 'BAD_ANSWER'
  /** The wallet said no; the message is its own. Also a wrong token or password. */
  | 'REFUSED'
  | 'OVER_BUDGET'
  /** The wallet asks for patience. */
  | 'BUSY'
  /** The wallet, or this connection to it, cannot do this. */
  | 'NOT_OFFERED'
  | 'OTHER_NETWORK'
  /** The server of a Lightning address names another host, which may not be called. */
  | 'OTHER_HOST'
  /** A connection for receiving that could pay. */
  | 'CAN_PAY';

/** The message never holds a secret. It may quote the wallet: at most 300 characters. */
export class ConnectionError extends Error {
  readonly code: ConnectionErrorCode;
  constructor(code: ConnectionErrorCode, message: string) {
    super(message);
    this.name = 'ConnectionError';
    this.code = code;
  }
}
