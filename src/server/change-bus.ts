/**
 * Notifies all instances of the program which groups have changed.
 *
 * Changes are sent with NOTIFY in batches after COMMIT: inside the transactions it would serialize
 * every commit of the database. After a lost connection every group is treated as changed, because
 * notifications may have been missed.
 */
import { randomUUID } from 'node:crypto';
import type { Pool } from './db/sql.ts';

export type OpenListener = (
  onNotify: (channel: string, text: string) => void,
  onLost: () => void,
) => Pick<Pool, 'unsafe' | 'end'>;

export const ALL_GROUPS = '*';

const CHANNEL = 'changed';
/** Changes within this time are sent together. */
const BATCH_MS = 50;
const RETRY_MS = [250, 1_000, 2_000, 5_000, 10_000] as const;
/** A notification must be shorter than 8,000 bytes. */
const MAX_PER_MESSAGE = 200;
/** Beyond this many it is cheaper to notify all groups. */
const MAX_UNSENT = 10_000;

type ChangeBus = { notify: (groups: readonly string[]) => void; stop: () => Promise<void> };

/** `onChange` is called for the changes of this instance and of all others. */
export function startChangeBus(
  openListener: OpenListener,
  onChange: (groups: readonly string[]) => void,
  onError: (error: Error) => void,
): ChangeBus {
  const me = randomUUID();
  const fresh = new Set<string>();
  const unsent = unsentGroups();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const line = keepListening(openListener, onError, {
    notified: (text) => {
      const [from, groups = ''] = text.split(' ');
      if (from !== me) onChange(groups.split(','));
    },
    ready: (again) => {
      if (again) onChange([ALL_GROUPS]);
      sendUnsent();
    },
  });
  const sendUnsent = () => {
    if (!line.isOpen()) return;
    for (const some of unsent.take())
      line.send(`${me} ${some.join(',')}`).catch(() => unsent.keep(some));
  };
  const flush = () => {
    timer = undefined;
    const groups = [...fresh];
    fresh.clear();
    onChange(groups);
    unsent.keep(groups);
    sendUnsent();
  };
  return {
    notify: (groups) => {
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

/** Groups not yet sent to the other instances; they wait here while the connection is broken. */
function unsentGroups() {
  const groups = new Set<string>();
  return {
    keep: (some: readonly string[]) => {
      for (const group of some) groups.add(group);
      if (groups.size <= MAX_UNSENT) return;
      groups.clear();
      groups.add(ALL_GROUPS);
    },
    take: (): string[][] => {
      const all = [...groups];
      groups.clear();
      const parts = Math.ceil(all.length / MAX_PER_MESSAGE);
      return Array.from({ length: parts }, (_, i) =>
        all.slice(i * MAX_PER_MESSAGE, (i + 1) * MAX_PER_MESSAGE),
      );
    },
  };
}

type Listeners = { notified: (text: string) => void; ready: (again: boolean) => void };

/** One listening connection, reopened as often as necessary. */
function keepListening(openListener: OpenListener, onError: (error: Error) => void, on: Listeners) {
  let retry: NodeJS.Timeout | undefined;
  let tries = 0;
  let open = false;
  let stopped = false;
  const onLost = () => {
    open = false;
    if (stopped || retry) return;
    const wait = RETRY_MS[Math.min(tries, RETRY_MS.length - 1)];
    tries += 1;
    retry = setTimeout(() => {
      retry = undefined;
      listen(true);
    }, wait);
  };
  const connection = openListener((_, text) => on.notified(text), onLost);
  const listen = (again: boolean) => {
    connection.unsafe(`LISTEN ${CHANNEL}`).then(
      () => {
        open = true;
        tries = 0;
        on.ready(again);
      },
      (error) => {
        if (stopped) return;
        onError(error);
        onLost();
      },
    );
  };
  // Deferred until the caller has the returned object.
  queueMicrotask(() => listen(false));
  return {
    isOpen: () => open,
    send: (text: string) => connection.unsafe('SELECT pg_notify($1, $2)', [CHANNEL, text]),
    stop: async () => {
      stopped = true;
      clearTimeout(retry);
      await connection.end({ timeout: 1 });
    },
  };
}
