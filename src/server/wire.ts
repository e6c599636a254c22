/**
 * What the instances of the program say to each other: which groups have changed.
 *
 * Said with NOTIFY in batches and after COMMIT: inside the transactions it would let only one of
 * all commits of the database happen at a time. When the connection breaks, everybody is told once
 * it is back, as nobody knows what was missed.
 */
import { randomUUID } from 'node:crypto';
import type { Pool } from './db/database.ts';

export type OpenEar = (
  heard: (channel: string, text: string) => void,
  lost: () => void,
) => Pick<Pool, 'unsafe' | 'end'>;

export const EVERYBODY = '*';

const CHANNEL = 'changed';
/** Changes of one moment are told together. */
const BATCH_MS = 50;
const RETRY_MS = [250, 1_000, 2_000, 5_000, 10_000] as const;
/** A notification holds less than 8,000 bytes. */
const NAMED_AT_ONCE = 200;
/** Beyond this many it is cheaper to tell everybody. */
const MOST_NAMED = 10_000;

type Wire = { say: (groups: readonly string[]) => void; stop: () => Promise<void> };

/** `tell` hears what this instance says, at once, and what the others say. */
export function startWire(
  openEar: OpenEar,
  tell: (groups: readonly string[]) => void,
  onError: (error: Error) => void,
): Wire {
  const me = randomUUID();
  const fresh = new Set<string>();
  const unsaid = newUnsaid();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const line = keepListening(openEar, onError, {
    heard: (text) => {
      const [from, groups = ''] = text.split(' ');
      if (from !== me) tell(groups.split(','));
    },
    ready: (again) => {
      if (again) tell([EVERYBODY]);
      sayRest();
    },
  });
  const sayRest = () => {
    if (!line.isOpen()) return;
    for (const some of unsaid.take())
      line.say(`${me} ${some.join(',')}`).catch(() => unsaid.keep(some));
  };
  const flush = () => {
    timer = undefined;
    const groups = [...fresh];
    fresh.clear();
    tell(groups);
    unsaid.keep(groups);
    sayRest();
  };
  return {
    say: (groups) => {
      if (stopped) return;
      for (const group of groups) fresh.add(group);
      timer ??= setTimeout(flush, BATCH_MS);
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await line.stop();
    },
  };
}

/** What the others were not told yet; it is kept while the connection is broken. */
function newUnsaid() {
  const groups = new Set<string>();
  return {
    keep: (some: readonly string[]) => {
      for (const group of some) groups.add(group);
      if (groups.size <= MOST_NAMED) return;
      groups.clear();
      groups.add(EVERYBODY);
    },
    take: (): string[][] => {
      const all = [...groups];
      groups.clear();
      const parts = Math.ceil(all.length / NAMED_AT_ONCE);
      return Array.from({ length: parts }, (_, i) =>
        all.slice(i * NAMED_AT_ONCE, (i + 1) * NAMED_AT_ONCE),
      );
    },
  };
}

type Ears = { heard: (text: string) => void; ready: (again: boolean) => void };

/** One connection that listens; it is opened again for as long as it takes. */
function keepListening(openEar: OpenEar, onError: (error: Error) => void, on: Ears) {
  let retry: NodeJS.Timeout | undefined;
  let tries = 0;
  let open = false;
  let stopped = false;
  const lost = () => {
    open = false;
    if (stopped || retry) return;
    const wait = RETRY_MS[Math.min(tries, RETRY_MS.length - 1)];
    tries += 1;
    retry = setTimeout(() => {
      retry = undefined;
      listen(true);
    }, wait);
  };
  const ear = openEar((_, text) => on.heard(text), lost);
  const listen = (again: boolean) => {
    ear.unsafe(`LISTEN ${CHANNEL}`).then(
      () => {
        open = true;
        tries = 0;
        on.ready(again);
      },
      (error) => {
        if (stopped) return;
        onError(error);
        lost();
      },
    );
  };
  // Not before the caller holds what is returned here.
  queueMicrotask(() => listen(false));
  return {
    isOpen: () => open,
    say: (text: string) => ear.unsafe('SELECT pg_notify($1, $2)', [CHANNEL, text]),
    stop: async () => {
      stopped = true;
      clearTimeout(retry);
      await ear.end({ timeout: 1 });
    },
  };
}
