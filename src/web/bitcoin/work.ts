/** The worker's jobs for the page, and the messages between them. */
import { type AddressRange, deriveAddresses } from '#core/bitcoin/derive.ts';
import type { AccountKey } from '#core/bitcoin/extended-key.ts';
import { type BitcoinInputCode, BitcoinInputError } from '#core/bitcoin/input-error.ts';
import type { BitcoinNetwork } from '#core/bitcoin/network.ts';
import { readWalletText, type WalletText } from './wallet-text.ts';

/** Each kind of work, with its input and output. */
export type Work = {
  /** `range.count` may be any number: the worker derives in steps. */
  derive: { input: { accountKey: AccountKey; range: AddressRange }; output: string[] };
  read: { input: { text: string; network: BitcoinNetwork }; output: WalletText };
};

export type Request = {
  [Kind in keyof Work]: { kind: Kind; input: Work[Kind]['input'] };
}[keyof Work];

export type Reply =
  /** The number of addresses so far. */
  | { kind: 'progress'; done: number }
  | { kind: 'done'; output: Work[keyof Work]['output'] }
  | { kind: 'failed'; code: BitcoinInputCode | undefined; message: string };

/** Large enough to be fast, small enough to show progress: about 20 ms. */
const STEP = 200;

/** Answers one request, ending with `done` or `failed`. */
export function answerRequest(request: Request, reply: (message: Reply) => void): void {
  try {
    const onProgress = (done: number) => reply({ kind: 'progress', done });
    const output =
      request.kind === 'read'
        ? readWalletText(request.input.text, request.input.network)
        : deriveInSteps(request.input, onProgress);
    reply({ kind: 'done', output });
  } catch (error) {
    const code = error instanceof BitcoinInputError ? error.code : undefined;
    reply({ kind: 'failed', code, message: error instanceof Error ? error.message : `${error}` });
  }
}

function deriveInSteps(
  { accountKey, range }: Work['derive']['input'],
  onProgress: (done: number) => void,
): string[] {
  const found: string[] = [];
  while (found.length < range.count) {
    const first = range.first + found.length;
    const count = Math.min(STEP, range.count - found.length);
    found.push(...deriveAddresses(accountKey, { ...range, first, count }));
    onProgress(found.length);
  }
  return found;
}
