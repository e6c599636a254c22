/**
 * Reads keys and derives addresses in a worker, with progress and a way to stop. Nothing leaves the
 * browser, and the cryptography is loaded with the worker, not with the page.
 */
import { BitcoinInputError } from '#core/bitcoin/input-error.ts';
import { trustedAddress } from '#web/trusted-address.ts';
import type { Reply, Request, Work } from './work.ts';
import address from './worker.ts?worker&url';

/** The part of a Worker that is used here. */
export type WalletWorker = Pick<Worker, 'postMessage' | 'terminate'> & {
  onmessage: ((event: MessageEvent<Reply>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
};

type Options = {
  /** Called with the number of addresses so far. */
  onProgress?: (done: number) => void;
  /** Stops the worker; the promise rejects with the signal's reason. */
  signal?: AbortSignal;
  startWorker?: () => WalletWorker;
};

/**
 * The result of the work. Rejects with a BitcoinInputError if the input is wrong, or with an Error
 * if the worker fails.
 */
export async function askWorker<Kind extends keyof Work>(
  kind: Kind,
  input: Work[Kind]['input'],
  { onProgress, signal, startWorker = start }: Options = {},
): Promise<Work[Kind]['output']> {
  signal?.throwIfAborted();
  const worker = startWorker();
  let stop = () => {};
  try {
    return await new Promise((resolve, reject) => {
      stop = () => reject(signal?.reason);
      signal?.addEventListener('abort', stop);
      worker.onerror = ({ message }) => reject(new Error(`The worker failed: ${message}`));
      worker.onmessage = ({ data }) => {
        if (data.kind === 'failed') reject(failureOf(data));
        else if (data.kind === 'done') resolve(data.output as Work[Kind]['output']);
        else onProgress?.(data.done);
      };
      worker.postMessage({ kind, input } as Request);
    });
  } finally {
    signal?.removeEventListener('abort', stop);
    worker.terminate();
  }
}

const start = (): WalletWorker =>
  new Worker(trustedAddress('wallet-worker', address), { type: 'module' });

const failureOf = ({ code, message }: Reply & { kind: 'failed' }): Error =>
  code ? new BitcoinInputError(code, message) : new Error(message);
