/**
 * The JSON inside requests and replies of NIP-47. A reply that can't be read is a LightningError; a
 * wallet's refusal is an ordinary result, because the next step depends on its code.
 */
import { LightningError } from './error.ts';
import { type Fields, parseJson, readFields } from './fields.ts';
import { shortened } from './text.ts';
import type { ClaimedReason } from './wallet.ts';

/** One method of NIP-47: how its parameters are written and its result is read. */
export type NwcCall<Params, Result> = {
  readonly method: string;
  /** @throws LightningError BAD_AMOUNT */
  readonly params: (params: Params) => Readonly<Record<string, unknown>>;
  /** Checks the result against the request. @throws LightningError BAD_REPLY */
  readonly result: (fields: Fields, params: Params) => Result;
};

/**
 * The codes of NIP-47 and Alby Hub's EXPIRED, and what each claims after pay_invoice; undefined if
 * it claims nothing. None of them proves that nothing was paid.
 */
const CLAIMED_BY = {
  RATE_LIMITED: 'said-busy',
  NOT_IMPLEMENTED: 'said-restricted',
  INSUFFICIENT_BALANCE: 'said-insufficient',
  QUOTA_EXCEEDED: 'said-over-budget',
  RESTRICTED: 'said-restricted',
  UNAUTHORIZED: 'said-refused',
  UNSUPPORTED_ENCRYPTION: 'said-refused',
  EXPIRED: 'said-refused',
  PAYMENT_FAILED: 'said-failed',
  NOT_FOUND: undefined,
  INTERNAL: undefined,
  OTHER: undefined,
} as const satisfies Record<string, ClaimedReason | undefined>;

export type WalletErrorCode = keyof typeof CLAIMED_BY;

export type WalletError = {
  /** OTHER includes codes not in NIP-47; `message` then begins with the wallet's code. */
  readonly code: WalletErrorCode;
  /** The wallet's own message, for display. Untrusted text. */
  readonly message: string;
  /** The claim it makes in reply to pay_invoice. */
  readonly claim: ClaimedReason | undefined;
};

export type NwcReply<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly error: WalletError };

const MAX_MESSAGE_CHARS = 300;
const MAX_CODE_CHARS = 50;

/** The request's content before encryption. @throws LightningError BAD_AMOUNT */
export const requestText = <Params>(call: NwcCall<Params, unknown>, params: Params): string =>
  JSON.stringify({ method: call.method, params: call.params(params) });

/**
 * Reads the decrypted reply to `requestText(call, params)`.
 * @throws LightningError BAD_REPLY; after pay_invoice the outcome is then unknown
 */
export function readReply<Params, Result>(
  call: NwcCall<Params, Result>,
  params: Params,
  text: string,
): NwcReply<Result> {
  const what = "The wallet's reply";
  const reply = readFields(parseJson(text, what, 'BAD_REPLY'), what, 'BAD_REPLY');
  const error = reply.at('error');
  if (error !== undefined) return { ok: false, error: errorOf(error) };
  const type = reply.text('result_type', 100);
  if (type !== call.method) reply.fail(`answers ${shortened(type, 30)}, not ${call.method}`);
  const result = readFields(
    reply.at('result'),
    `The wallet's reply to ${call.method}`,
    'BAD_REPLY',
  );
  return { ok: true, result: call.result(result, params) };
}

function errorOf(value: unknown): WalletError {
  const fields = readFields(value, "The wallet's error", 'BAD_REPLY');
  const said = fields.at('message');
  const message = typeof said === 'string' ? shortened(said.trim(), MAX_MESSAGE_CHARS) : '';
  const given = fields.at('code');
  const code = typeof given === 'string' ? shortened(given, MAX_CODE_CHARS) : '';
  if (Object.hasOwn(CLAIMED_BY, code)) {
    const known = code as WalletErrorCode;
    return { code: known, message: message || known, claim: CLAIMED_BY[known] };
  }
  const words = [code, message].filter((word) => word !== '').join(': ');
  return { code: 'OTHER', message: words || 'The wallet gives no reason', claim: undefined };
}

/** Amounts travel as JSON numbers. @throws LightningError BAD_AMOUNT */
export function wireMsat(amountMsat: bigint): number {
  const number = Number(amountMsat);
  if (amountMsat <= 0n || !Number.isSafeInteger(number))
    throw new LightningError(
      'BAD_AMOUNT',
      `An amount is 1 to ${Number.MAX_SAFE_INTEGER} millisatoshis, not ${amountMsat}`,
    );
  return number;
}
