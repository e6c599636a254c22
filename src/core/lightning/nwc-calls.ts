/**
 * The methods of NIP-47 that Satling calls, each described once, for `requestText` and `readReply`.
 * Amounts are millisatoshis, times Unix seconds, hashes lower-case hexadecimal.
 */
import { decodeInvoice, type Invoice } from './bolt11.ts';
import { LightningError } from './error.ts';
import { type Fields, readFields } from './fields.ts';
import { type NwcCall, wireMsat } from './nwc-reply.ts';
import { feesOf, preimageOf, readTransaction, type WalletTransaction } from './nwc-transaction.ts';

const MAX_NAME_CHARS = 200;
const MAX_METHODS = 200;
const MAX_INVOICE_CHARS = 7089;
/** NIP-47 recommends pages of at most 20; a wallet may return more. */
const PAGE_SIZE = 20;
const MAX_PAGE = 100;

const nothing = () => ({});

export type WalletDescription = {
  readonly alias: string | undefined;
  /** The node's public key, if the wallet shows one. */
  readonly pubkey: string | undefined;
  /** As the wallet names it: mainnet, testnet, signet, regtest. */
  readonly network: string | undefined;
  /** The methods permitted to *this* connection. */
  readonly methods: readonly string[];
};

export const getInfo: NwcCall<void, WalletDescription> = {
  method: 'get_info',
  params: nothing,
  result: (fields) => ({
    alias: fields.optionalText('alias', MAX_NAME_CHARS),
    pubkey: fields.optionalText('pubkey', MAX_NAME_CHARS),
    network: fields.optionalText('network', MAX_NAME_CHARS),
    methods: fields
      .list('methods', MAX_METHODS)
      .map((method) =>
        typeof method === 'string' ? method : fields.fail('lists a method that is not text'),
      ),
  }),
};

export const getBalance: NwcCall<void, { readonly balanceMsat: bigint }> = {
  method: 'get_balance',
  params: nothing,
  result: (fields) => ({ balanceMsat: fields.msat('balance') }),
};

export type MakeInvoice = {
  readonly amountMsat: bigint;
  readonly expirySeconds: number;
} & (
  | { readonly description: string }
  /** The SHA-256 of a longer text. The wallet may ignore it; the invoice shows whether it did. */
  | { readonly descriptionHash: string }
);

export const makeInvoice: NwcCall<MakeInvoice, Invoice> = {
  method: 'make_invoice',
  params: (wanted) => ({
    amount: wireMsat(wanted.amountMsat),
    ...('description' in wanted
      ? { description: wanted.description }
      : { description_hash: wanted.descriptionHash }),
    expiry: wanted.expirySeconds,
  }),
  /** Trusts only the signed invoice and checks the rest of the wallet's reply against it. */
  result: (fields, { amountMsat }) => {
    const invoice = invoiceIn(fields);
    if (invoice.amountMsat !== amountMsat)
      fields.fail(`has an invoice over ${invoice.amountMsat ?? 'any'} msat, not ${amountMsat}`);
    if (
      fields.at('payment_hash') !== undefined &&
      fields.hex32('payment_hash') !== invoice.paymentHash
    )
      fields.fail('names another payment hash than its invoice');
    return invoice;
  },
};

function invoiceIn(fields: Fields): Invoice {
  const text = fields.text('invoice', MAX_INVOICE_CHARS);
  try {
    return decodeInvoice(text);
  } catch (error) {
    if (error instanceof LightningError) return fields.fail(`has a bad invoice: ${error.message}`);
    throw error;
  }
}

export type PayInvoice = {
  readonly invoice: string;
  /** Only if the invoice leaves the amount to the payer. */
  readonly amountMsat?: bigint;
};

export type Paid = {
  /** May be missing or invalid: `isProofOf` decides. */
  readonly preimage: string | undefined;
  /** Undefined if the wallet doesn't report them. */
  readonly feesMsat: bigint | undefined;
};

export const payInvoice: NwcCall<PayInvoice, Paid> = {
  method: 'pay_invoice',
  params: ({ invoice, amountMsat }) => ({
    invoice,
    ...(amountMsat === undefined ? {} : { amount: wireMsat(amountMsat) }),
  }),
  result: (fields) => ({
    preimage: preimageOf(fields),
    feesMsat: feesOf(fields),
  }),
};

export const lookupInvoice: NwcCall<{ readonly paymentHash: string }, WalletTransaction> = {
  method: 'lookup_invoice',
  params: ({ paymentHash }) => ({ payment_hash: paymentHash }),
  result: (fields, { paymentHash }) => {
    const found = readTransaction(fields);
    return found.paymentHash === paymentHash ? found : fields.fail('is about another payment');
  },
};

export type ListTransactions = {
  readonly from?: number;
  readonly until?: number;
  readonly offset?: number;
  readonly type?: 'incoming' | 'outgoing';
};

export type TransactionPage = {
  /** Newest first. */
  readonly transactions: readonly WalletTransaction[];
  /** How many rows were skipped: on-chain payments and rows that can't be read. */
  readonly unreadable: number;
};

export const listTransactions: NwcCall<ListTransactions, TransactionPage> = {
  method: 'list_transactions',
  params: (params) => ({ ...params, limit: PAGE_SIZE, unpaid: false }),
  result: (fields) => {
    const all = fields.list('transactions', MAX_PAGE);
    const transactions = all.flatMap((one) => {
      try {
        return [
          readTransaction(readFields(one, "A transaction in the wallet's reply", 'BAD_REPLY')),
        ];
      } catch (error) {
        if (error instanceof LightningError) return [];
        throw error;
      }
    });
    return { transactions, unreadable: all.length - transactions.length };
  },
};

export type Budget = {
  readonly usedMsat: bigint;
  readonly totalMsat: bigint;
  readonly renewsAt: number | undefined;
  /** daily, weekly, monthly, yearly or never. */
  readonly renewalPeriod: string | undefined;
};

/** Alby Hub's method, not in NIP-47. No budget: nothing limits what this connection can spend. */
export const getBudget: NwcCall<void, { readonly budget: Budget | undefined }> = {
  method: 'get_budget',
  params: nothing,
  result: (fields) => {
    const totalMsat = fields.optionalMsat('total_budget') ?? 0n;
    // Wallets use zero for "no limit"; taken as a limit it would promise safety that isn't there.
    if (totalMsat === 0n) return { budget: undefined };
    return {
      budget: {
        usedMsat: fields.msat('used_budget'),
        totalMsat,
        renewsAt: fields.optionalInteger('renews_at'),
        renewalPeriod: fields.optionalText('renewal_period', MAX_NAME_CHARS),
      },
    };
  },
};
