/** Reads whether an LNURL server's invoice was paid, according to that server (LUD-21). */
import type { Invoice } from './bolt11.ts';
import { readAnswer } from './lnurl-pay.ts';
import { isProofOf } from './proof.ts';

export type Verification =
  /** The preimage proves that the payee took the money. */
  | { readonly state: 'proven'; readonly preimage: string }
  /** The server claims so, but gives no preimage or a wrong one. */
  | { readonly state: 'stated' }
  | { readonly state: 'unpaid' };

/**
 * Reads the answer of `verifyUrl`. SERVICE_REFUSED ("Not found") does not mean unpaid.
 * @throws LightningError BAD_ANSWER or SERVICE_REFUSED
 */
export function readVerification(
  { text, paymentHash }: Pick<Invoice, 'text' | 'paymentHash'>,
  answer: unknown,
): Verification {
  const fields = readAnswer(answer);
  const settled = fields.at('settled');
  if (typeof settled !== 'boolean') return fields.fail('has no true or false in "settled"');
  if (fields.text('pr', 10_000).toLowerCase() !== text) fields.fail('is about another invoice');
  if (!settled) return { state: 'unpaid' };
  const preimage = fields.optionalText('preimage', 500)?.toLowerCase();
  return preimage !== undefined && isProofOf(preimage, paymentHash)
    ? { state: 'proven', preimage }
    : { state: 'stated' };
}
