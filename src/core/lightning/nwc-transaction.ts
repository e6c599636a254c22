/** One invoice or payment as a wallet reports it (NIP-47, lookup_invoice and list_transactions). */
import type { Fields } from './fields.ts';
import { isProofOf } from './proof.ts';
import { shortened } from './text.ts';

export type WalletTransaction = {
  readonly type: 'incoming' | 'outgoing';
  readonly state: 'pending' | 'settled' | 'accepted' | 'expired' | 'failed';
  readonly paymentHash: string;
  /** Excludes fees. */
  readonly amountMsat: bigint;
  /** Undefined if the wallet doesn't report them. */
  readonly feesMsat: bigint | undefined;
  /** May be missing or invalid: `isProofOf` decides. */
  readonly preimage: string | undefined;
  /** Untrusted text. */
  readonly description: string | undefined;
  readonly createdAt: number | undefined;
  readonly settledAt: number | undefined;
  readonly expiresAt: number | undefined;
};

const STATES = ['pending', 'settled', 'accepted', 'expired', 'failed'] as const;
const MAX_TEXT_CHARS = 4096;
const MAX_PREIMAGE_CHARS = 500;

/** @throws LightningError BAD_REPLY */
export function readTransaction(fields: Fields): WalletTransaction {
  const type = fields.text('type', 20);
  if (type !== 'incoming' && type !== 'outgoing')
    return fields.fail('is neither incoming nor outgoing');
  const paymentHash = fields.hex32('payment_hash');
  const preimage = preimageOf(fields);
  const description = fields.at('description');
  // Some wallets write zero for "not yet" or "never".
  const time = (name: string) => fields.optionalInteger(name) || undefined;
  const settledAt = time('settled_at');
  return {
    type,
    state: statedBy(fields) ?? stateOf(type, settledAt, isProofOf(preimage, paymentHash)),
    paymentHash,
    amountMsat: fields.msat('amount'),
    feesMsat: feesOf(fields),
    preimage,
    description:
      typeof description === 'string' ? shortened(description, MAX_TEXT_CHARS) : undefined,
    createdAt: time('created_at'),
    settledAt,
    expiresAt: time('expires_at'),
  };
}

function statedBy(fields: Fields): WalletTransaction['state'] | undefined {
  const state = fields.optionalText('state', 50)?.toLowerCase();
  return STATES.find((known) => known === state);
}

/**
 * The optional field `state` was added in 2025. Without it, `settled_at` decides, or the proof of
 * an outgoing payment. The preimage of an incoming one proves nothing: the wallet knows it anyway.
 */
function stateOf(
  type: WalletTransaction['type'],
  settledAt: number | undefined,
  isProven: boolean,
): WalletTransaction['state'] {
  return settledAt !== undefined || (type === 'outgoing' && isProven) ? 'settled' : 'pending';
}

/** A fee that isn't a whole number is dropped: the payment itself must stay readable. */
export function feesOf(fields: Fields): bigint | undefined {
  const fees = fields.at('fees_paid');
  return typeof fees === 'number' && Number.isSafeInteger(fees) && fees >= 0
    ? BigInt(fees)
    : undefined;
}

/** Anything but a short text is dropped. */
export function preimageOf(fields: Fields): string | undefined {
  const preimage = fields.at('preimage');
  return typeof preimage === 'string' && preimage.length <= MAX_PREIMAGE_CHARS
    ? preimage
    : undefined;
}
