/**
 * Deriving in a worker: messages pass through a real channel, as copies; only the thread is ours.
 */
import { expect, test } from 'vitest';
import { deriveAddresses } from '#core/bitcoin/derive.ts';
import { readPublicWallet } from '#core/bitcoin/keys.ts';
import official from '#tests/fixtures/bitcoin/addresses.official.json' with { type: 'json' };
import { type DeriveWorker, deriveInWorker } from './derive.ts';
import { answerRequest, type DeriveReply, type DeriveRequest } from './derive-steps.ts';

const wallet = readPublicWallet(official.official[2]?.key as string);
if (wallet.kind !== 'account-key') throw new Error('A zpub is an account key');
const { accountKey } = wallet;
const request = (count: number): DeriveRequest => ({
  accountKey,
  range: { network: 'mainnet', branch: 'receive', first: 7, count },
});

/** Behaves as a Worker does: what is posted arrives later, copied. */
function channel(answer = answerRequest) {
  const { port1, port2 } = new MessageChannel();
  const seen = { requests: 0, isTerminated: false };
  port2.onmessage = ({ data }) => {
    seen.requests += 1;
    answer(data, (message) => port2.postMessage(message));
  };
  const startWorker = () =>
    Object.assign(port1, {
      onerror: null,
      terminate: () => {
        seen.isTerminated = true;
        port1.close();
      },
    }) as unknown as DeriveWorker;
  return { seen, startWorker };
}

test('T48 a key of another network is refused in the worker with the same error as outside', async () => {
  const { seen, startWorker } = channel();
  const wrong = { ...request(3), range: { ...request(3).range, network: 'testnet' as const } };
  await expect(deriveInWorker(wrong, { startWorker })).rejects.toMatchObject({
    name: 'BitcoinInputError',
    code: 'WRONG_NETWORK',
  });
  expect(seen.isTerminated).toBe(true);
});

test('a worker that fails, or cannot be loaded, rejects and is ended', async () => {
  const failing = channel((_, reply) =>
    reply({ kind: 'failed', code: undefined, message: 'Child key 7 differs' }),
  );
  await expect(deriveInWorker(request(3), failing)).rejects.toThrow('Child key 7 differs');
  expect(failing.seen.isTerminated).toBe(true);
  let isTerminated = false;
  const startWorker = () => {
    const worker: DeriveWorker = {
      onmessage: null,
      onerror: null,
      postMessage: () => worker.onerror?.({ message: 'not found' } as ErrorEvent),
      terminate: () => {
        isTerminated = true;
      },
    };
    return worker;
  };
  await expect(deriveInWorker(request(3), { startWorker })).rejects.toThrow('not found');
  expect(isTerminated).toBe(true);
});

test('stopping ends the worker; nothing starts after a stop', async () => {
  const stop = new AbortController();
  const { seen, startWorker } = channel();
  const running = deriveInWorker(request(1_000_000), {
    startWorker: channel((_, reply) => reply({ kind: 'addresses', addresses: ['a'] })).startWorker,
    signal: stop.signal,
    onProgress: () => stop.abort(new Error('closed')),
  });
  await expect(running).rejects.toThrow('closed');
  await expect(deriveInWorker(request(1), { startWorker, signal: stop.signal })).rejects.toThrow(
    'closed',
  );
  expect(seen.requests).toBe(0);
});

test('WALL-01 all addresses arrive in order, step by step', async () => {
  const { seen, startWorker } = channel();
  const progress: number[] = [];
  const found = await deriveInWorker(request(450), {
    startWorker,
    onProgress: (done) => progress.push(done),
  });
  expect(found).toEqual(deriveAddresses(accountKey, request(450).range));
  expect(progress).toEqual([200, 400, 450]);
  expect(seen).toEqual({ requests: 1, isTerminated: true });
  expect(await deriveInWorker(request(0), channel())).toEqual([]);
  const replies: DeriveReply[] = [];
  answerRequest(request(1), (reply) => replies.push(reply));
  expect(replies).toEqual([{ kind: 'addresses', addresses: [found[0]] }, { kind: 'done' }]);
});
