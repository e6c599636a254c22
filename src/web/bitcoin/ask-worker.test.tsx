/**
 * Deriving in a worker: messages pass through a real channel, as copies; only the thread is ours.
 */
import { expect, test } from 'vitest';
import { deriveAddresses } from '#core/bitcoin/derive.ts';
import { readPublicWallet } from '#core/bitcoin/keys.ts';
import official from '#tests/fixtures/bitcoin/addresses.official.json' with { type: 'json' };
import { channel } from '#tests/web/bitcoin-worker.ts';
import { askWorker, type WalletWorker } from './ask-worker.ts';
import { answerRequest, type Reply, type Work } from './work.ts';

const wallet = readPublicWallet(official.official[2]?.key as string);
if (wallet.kind !== 'account-key') throw new Error('A zpub is an account key');
const { accountKey } = wallet;
const input = (count: number): Work['derive']['input'] => ({
  accountKey,
  range: { network: 'mainnet', branch: 'receive', first: 7, count },
});

test('a key of another network is refused in the worker with the same error as outside (T48)', async () => {
  const { seen, startWorker } = channel();
  const wrong = { ...input(3), range: { ...input(3).range, network: 'testnet' as const } };
  await expect(askWorker('derive', wrong, { startWorker })).rejects.toMatchObject({
    name: 'BitcoinInputError',
    code: 'WRONG_NETWORK',
  });
  expect(seen.isTerminated).toBe(true);
});

test('a worker that fails, or cannot be loaded, rejects and is ended', async () => {
  const failing = channel((_, reply) =>
    reply({ kind: 'failed', code: undefined, message: 'Child key 7 differs' }),
  );
  await expect(askWorker('derive', input(3), failing)).rejects.toThrow('Child key 7 differs');
  expect(failing.seen.isTerminated).toBe(true);
  let isTerminated = false;
  const startWorker = () => {
    const worker: WalletWorker = {
      onmessage: null,
      onerror: null,
      postMessage: () => worker.onerror?.({ message: 'not found' } as ErrorEvent),
      terminate: () => {
        isTerminated = true;
      },
    };
    return worker;
  };
  await expect(askWorker('derive', input(3), { startWorker })).rejects.toThrow('not found');
  expect(isTerminated).toBe(true);
});

test('stopping ends the worker; nothing starts after a stop', async () => {
  const stop = new AbortController();
  const { seen, startWorker } = channel();
  const running = askWorker('derive', input(1_000_000), {
    startWorker: channel((_, reply) => reply({ kind: 'progress', done: 1 })).startWorker,
    signal: stop.signal,
    onProgress: () => stop.abort(new Error('closed')),
  });
  await expect(running).rejects.toThrow('closed');
  await expect(askWorker('derive', input(1), { startWorker, signal: stop.signal })).rejects.toThrow(
    'closed',
  );
  expect(seen.requests).toBe(0);
});

test('all addresses arrive in order, step by step (WALL-01)', async () => {
  const { seen, startWorker } = channel();
  const progress: number[] = [];
  const found = await askWorker('derive', input(450), {
    startWorker,
    onProgress: (done) => progress.push(done),
  });
  expect(found).toEqual(deriveAddresses(accountKey, input(450).range));
  expect(progress).toEqual([200, 400, 450]);
  expect(seen).toEqual({ requests: 1, isTerminated: true });
  expect(await askWorker('derive', input(0), channel())).toEqual([]);
  const replies: Reply[] = [];
  answerRequest({ kind: 'derive', input: input(1) }, (message) => replies.push(message));
  expect(replies).toEqual([
    { kind: 'progress', done: 1 },
    { kind: 'done', output: [found[0]] },
  ]);
});
