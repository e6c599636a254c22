/**
 * Reads chain sources in a separate thread: dialing, reading and checking. A source that returns
 * too much ties up this thread instead of the one that serves families (remote.ts).
 */
import { isMainThread, parentPort } from 'node:worker_threads';
import { electrumSource } from './electrum.ts';
import { esploraSource } from './esplora.ts';
import type { MeteredSource } from './meter.ts';
import { ChainError } from './port.ts';
import type { Answer, Asked } from './remote.ts';
import type { ChainServer } from './server.ts';

if (isMainThread) throw new Error('This module runs in a thread of its own');

type Open = { readonly source: MeteredSource; turn: number };
const open = new Map<number, Open>();

parentPort?.on('message', async (asked: Asked) => {
  if ('isOver' in asked) {
    open.get(asked.handle)?.source.close();
    open.delete(asked.handle);
    return;
  }
  parentPort?.postMessage(await answer(asked, sourceOf(asked)));
});

type Question = Exclude<Asked, { isOver: true }>;

function sourceOf({ handle, server, rules, turn, allowance }: Question): MeteredSource {
  const found = open.get(handle) ?? { source: openHere(server, rules), turn: 0 };
  open.set(handle, found);
  if (found.turn !== turn) found.source.meter.allow(allowance);
  found.turn = turn;
  return found.source;
}

const openHere = (server: ChainServer, rules: Question['rules']): MeteredSource =>
  server.protocol === 'esplora' ? esploraSource(server.url, rules) : electrumSource(server, rules);

async function answer({ id, call, args }: Question, source: MeteredSource): Promise<Answer> {
  const ask = source[call] as (...args: unknown[]) => Promise<unknown>;
  try {
    return { id, value: await ask(...args), spent: source.meter.spent() };
  } catch (error) {
    const { message } = error as Error;
    const code = error instanceof ChainError ? error.code : undefined;
    return { id, error: { code, message }, spent: source.meter.spent() };
  }
}
