/**
 * A family's Lightning wallet as Satling uses it, over any protocol. Amounts are whole sats unless
 * a name says msat, times are Unix seconds, hashes and preimages are lower-case hexadecimal.
 *
 * Three rules hold for every adapter. A payment is `unsent` only if we know that the payment
 * request never left. A wallet's denial is only a claim (`refused`), and everything doubtful is
 * `unknown`: neither means failed. And a preimage is valid only if its SHA-256 is the payment hash:
 * then the payment is `proven`, even if the rest of the reply contradicts it; otherwise the
 * wallet's word is `stated`.
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

/** In milliseconds. They add up to less than the 20 s after which a call replies "checking". */
export type Patience = {
  /** How long to wait for the reply to a query. */
  readonly answerMs: number;
  /** If reporting its permissions takes longer, the wallet is not sent a payment request. */
  readonly startMs: number;
  /** How long to wait for the reply to a payment request. */
  readonly payMs: number;
};

export const PATIENCE: Patience = { answerMs: 5_000, startMs: 9_000, payMs: 9_000 };

/** The wallet's own limit for this connection. */
export type Budget =
  | {
      readonly kind: 'limited';
      readonly leftSats: bigint;
      readonly totalSats: bigint;
      readonly renewsAt: number | undefined;
      /** daily, weekly, monthly, yearly or never, in the wallet's wording. */
      readonly renewalPeriod: string | undefined;
    }
  /** The wallet claims there is no limit. */
  | { readonly kind: 'unlimited' }
  /** The wallet can't report a limit: there may be one or not (CoinOS, phoenixd). */
  | { readonly kind: 'unreported' };

export type WalletDescription = {
  readonly kind: LightningKind;
  /** The wallet's own name for itself. Untrusted text. */
  readonly alias: string | undefined;
  /** Undefined if not reported. A network other than ours is an OTHER_NETWORK error. */
  readonly network: BitcoinNetwork | undefined;
  /** The methods permitted to this connection, as in NIP-47: `make_invoice`, `pay_invoice`, … */
  readonly methods: readonly string[];
  /** True if it offers any paying method. Never guessed: a missing list of methods is an error. */
  readonly canPay: boolean;
  readonly budget: Budget;
};

export type InvoiceWanted = {
  readonly amountSats: bigint;
  /** A hash replaces a longer text (LUD-06). Alby Hub and LNURL don't support it: NOT_OFFERED. */
  readonly about: { readonly text: string } | { readonly sha256: string };
  /** How long it can be paid. Alby Hub and LNURL servers choose the time themselves. */
  readonly expirySeconds: number;
};

export type MadeInvoice = {
  /** Checked: signature, amount, network, expiry, and the hash of the description if asked for. */
  readonly invoice: Invoice;
  /** An LNURL server's address to check whether it was paid (LUD-21). Store it for `lookUp`. */
  readonly verifyUrl: string | undefined;
};

/** A payment identified by its invoice. */
export type Asked = {
  readonly direction: 'in' | 'out';
  readonly invoice: Pick<Invoice, 'text' | 'paymentHash' | 'amountMsat'>;
  readonly verifyUrl?: string | undefined;
};

/** The preimage is present exactly if it proves the payment. */
export type Proof =
  | { readonly proof: 'proven'; readonly preimage: string }
  | { readonly proof: 'stated'; readonly preimage?: undefined };

/** Undefined if the fee was not reported. Fractions of a sat are dropped. */
export type Settled = Proof & { readonly feeSats: bigint | undefined };

export type UnknownReason =
  /** No relay or server could be reached. */
  | 'unreachable'
  /** The request was sent, but no answer came in time. */
  | 'no-answer'
  /** The reply doesn't match the request. */
  | 'bad-answer'
  /** The wallet has no record of the payment. */
  | 'not-found'
  /** A wallet error unrelated to this payment, or a refusal to answer. */
  | 'unclear'
  /**
   * A look-up is impossible: no verify URL, or a connection without permission to look up payments.
   */
  | 'not-offered';

export type Unknown = { readonly reason: UnknownReason; readonly message: string };

export type LookUp =
  | ({ readonly state: 'settled'; readonly settledAt: number | undefined } & Settled)
  /** Not paid yet, or in progress. */
  | { readonly state: 'open' }
  /** Incoming only: it was not paid and no longer can be. */
  | { readonly state: 'expired' }
  /** Outgoing only: the wallet's record reports a failure. A claim, like any other denial. */
  | { readonly state: 'failed' }
  | ({ readonly state: 'unknown' } & Unknown);

export type PayWanted = {
  readonly invoice: Invoice;
  /**
   * Held for the fee. No wallet here accepts a limit for a single payment, so amount and limit
   * together must fit the budget, and the fee that the wallet reports is booked.
   */
  readonly feeLimitSats: bigint;
  /** Set unless someone has agreed to a connection without a limit in the wallet. */
  readonly needsBudget?: boolean;
  /**
   * The invoice was made for this payment: if the wallet has already paid it, that was another
   * payment.
   */
  readonly isNew?: boolean;
};

/** Why no payment request was sent. */
export type UnsentReason =
  | 'over-budget'
  /** The wallet reports no budget for this connection, and one is required. */
  | 'no-budget'
  /** It differs from the payment the person approved. */
  | 'not-agreed'
  /** The wallet's balance is below the amount. */
  | 'insufficient'
  /** The wallet has already tried this invoice: two attempts would share one record. */
  | 'tried'
  /** The invoice has expired. */
  | 'expired'
  /** The invoice has no amount. */
  | 'no-amount'
  | 'other-network'
  /** This connection may not pay. */
  | 'not-offered'
  /**
   * Nothing was sent: no relay or server could be reached, or the wallet didn't answer earlier
   * queries.
   */
  | 'unreachable'
  /** The wallet asked us to slow down; nothing was sent. */
  | 'busy'
  /** The wallet refused to answer the queries that come before a payment. */
  | 'refused';

/** A wallet's stated reason for not paying, after it received the payment request. */
export type ClaimedReason =
  | 'said-over-budget'
  | 'said-insufficient'
  /** It asked us to slow down. */
  | 'said-busy'
  /** This connection may not pay, although it had claimed otherwise. */
  | 'said-restricted'
  /** Some other reason. */
  | 'said-refused'
  /** It tried and gave up. NIP-47 includes time-outs. */
  | 'said-failed';

export type PayOutcome =
  | ({ readonly outcome: 'paid' } & Settled)
  /** We know that nothing was sent. The hold can be released. */
  | { readonly outcome: 'unsent'; readonly reason: UnsentReason; readonly message: string }
  /** The wallet's claim, which proves nothing: treat it as unknown, and attribute it. */
  | { readonly outcome: 'refused'; readonly reason: ClaimedReason; readonly message: string }
  /** Keep the hold, look it up, never pay again. */
  | ({ readonly outcome: 'unknown' } & Unknown);

/**
 * An open connection to a wallet, for one use: its permissions are fetched once and remembered. No
 * wait exceeds 20 s. Close it when done.
 */
export type LightningWallet = {
  /** @throws ConnectionError */
  describe: () => Promise<WalletDescription>;
  /** Sats it can spend over Lightning; fractions of a sat are dropped. @throws ConnectionError */
  balance: () => Promise<bigint>;
  /** @throws ConnectionError. If the invoice was made but its reply got lost, no harm is done. */
  makeInvoice: (wanted: InvoiceWanted) => Promise<MadeInvoice>;
  /** Never throws a ConnectionError: an unreachable wallet proves nothing either way. */
  lookUp: (asked: Asked) => Promise<LookUp>;
  /** Fetches the budget first. Never throws a ConnectionError. */
  pay: (wanted: PayWanted) => Promise<PayOutcome>;
  close: () => void;
};

/** A connection that has reported that it cannot pay. */
export type ReceivingWallet = Omit<LightningWallet, 'pay'>;

export type ConnectionErrorCode =
  /** The settings can't be read: not a connection string, web address or Lightning address. */
  | 'BAD_CONNECTION'
  /** No relay (NWC) or server can be reached. Nothing was sent. */
  | 'UNREACHABLE'
  /** The request was sent, but no answer came in time. */
  | 'NO_ANSWER'
  /** The reply doesn't match the request. */
  | 'BAD_ANSWER'
  /** The wallet refused; the message is its own. Also for a wrong token or password. */
  | 'REFUSED'
  | 'OVER_BUDGET'
  /** The wallet asked us to slow down. */
  | 'BUSY'
  /** The wallet, or this connection to it, cannot do this. */
  | 'NOT_OFFERED'
  | 'OTHER_NETWORK'
  /** The server of a Lightning address points to another host, which may not be called. */
  | 'OTHER_HOST'
  /** A receiving connection that turned out to be able to pay. */
  | 'CAN_PAY';

/** The message never contains a secret. It may quote the wallet: at most 300 characters. */
export class ConnectionError extends Error {
  readonly code: ConnectionErrorCode;
  constructor(code: ConnectionErrorCode, message: string) {
    super(message);
    this.name = 'ConnectionError';
    this.code = code;
  }
}
