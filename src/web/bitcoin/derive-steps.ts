/** The messages between the page and its worker while addresses are derived. */
import { type AddressRange, deriveAddresses } from '#core/bitcoin/derive.ts';
import type { AccountKey } from '#core/bitcoin/extended-key.ts';
import { type BitcoinInputCode, BitcoinInputError } from '#core/bitcoin/input-error.ts';

/** `count` may be any number: the worker works in steps. */
export type DeriveRequest = { accountKey: AccountKey; range: AddressRange };

export type DeriveReply =
  | { kind: 'addresses'; addresses: string[] }
  | { kind: 'done' }
  | { kind: 'failed'; code: BitcoinInputCode | undefined; message: string };

/** Large enough to be fast, small enough to show progress: about 20 ms. */
const STEP = 200;

/** Answers one request, step by step, ending with `done` or `failed`. */
export function answerRequest(
  { accountKey, range }: DeriveRequest,
  reply: (message: DeriveReply) => void,
): void {
  const end = range.first + range.count;
  try {
    for (let first = range.first; first < end; first += STEP) {
      const count = Math.min(STEP, end - first);
      const addresses = deriveAddresses(accountKey, { ...range, first, count });
      reply({ kind: 'addresses', addresses });
    }
    reply({ kind: 'done' });
  } catch (error) {
    const code = error instanceof BitcoinInputError ? error.code : undefined;
    reply({ kind: 'failed', code, message: error instanceof Error ? error.message : `${error}` });
  }
}
