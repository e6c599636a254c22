/** Derives addresses in a worker, with progress and a way to stop. The key stays in the browser. */
import { BitcoinInputError } from '#core/bitcoin/input-error.ts';
import type { DeriveReply, DeriveRequest } from './derive-steps.ts';

/** The part of a Worker that is used here. */
export type DeriveWorker = Pick<Worker, 'postMessage' | 'terminate'> & {
  onmessage: ((event: MessageEvent<DeriveReply>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
};

type Options = {
  /** Called with the number of addresses so far. */
  onProgress?: (done: number) => void;
  /** Stops the worker; the promise rejects with the signal's reason. */
  signal?: AbortSignal;
  startWorker?: () => DeriveWorker;
};

/**
 * All addresses of the range, in order. Rejects with a BitcoinInputError as deriveAddresses throws
 * it, or with an Error if the worker fails.
 */
export async function deriveInWorker(
  request: DeriveRequest,
  { onProgress, signal, startWorker = start }: Options = {},
): Promise<string[]> {
  signal?.throwIfAborted();
  const worker = startWorker();
  let stop = () => {};
  try {
    return await new Promise<string[]>((resolve, reject) => {
      const found: string[] = [];
      stop = () => reject(signal?.reason);
      signal?.addEventListener('abort', stop);
      worker.onerror = ({ message }) => reject(new Error(`The worker failed: ${message}`));
      worker.onmessage = ({ data }) => {
        if (data.kind === 'failed') return reject(failureOf(data));
        if (data.kind === 'done') return resolve(found);
        found.push(...data.addresses);
        onProgress?.(found.length);
      };
      worker.postMessage(request);
    });
  } finally {
    signal?.removeEventListener('abort', stop);
    worker.terminate();
  }
}

const start = (): DeriveWorker =>
  new Worker(new URL('./derive-worker.ts', import.meta.url), { type: 'module' });

const failureOf = ({ code, message }: DeriveReply & { kind: 'failed' }): Error =>
  code ? new BitcoinInputError(code, message) : new Error(message);
