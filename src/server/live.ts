/**
 * Tells open streams that something of their group has changed, whichever instance changed it.
 * What is sent carries no data, and only those who may still listen are told.
 */
import { EVERYBODY, type OpenEar, startWire } from './wire.ts';

const BEAT_MS = 20_000;

export const LIMITS = { ofOnePerson: 8, ofAll: 4_000 };

export type Stream = {
  readonly group: string;
  readonly person: string;
  readonly sessionId: string;
  /** What the session was allowed when the stream began; it ends when that is no longer so. */
  readonly rights: string;
  readonly send: (what: 'changed' | 'beat') => void;
  readonly end: () => void;
};

export type Live = {
  /** False when there are too many already. */
  add(stream: Stream): 'added' | 'too-many-of-person' | 'too-many';
  remove(stream: Stream): void;
  changed(groups: readonly string[]): void;
  /** How many streams are open. */
  count(): number;
  /** Asks again who may still listen, and keeps connections awake; the clock does it by itself. */
  beat(): Promise<void>;
  stop(): Promise<void>;
};

export type LiveOptions = {
  openEar: OpenEar;
  /** The rights of those of these sessions that still count. */
  rightsOf: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  onError: (error: Error) => void;
};

export function startLive({ openEar, rightsOf, onError }: LiveOptions): Live {
  const streams = streamList();
  const tell = (groups: readonly string[]) => {
    const wanted = groups.includes(EVERYBODY) ? streams.all() : streams.of(groups);
    sendTo(wanted).catch(onError);
  };
  /** Only to those who may still listen; whether they may is asked each time. */
  const sendTo = async (wanted: readonly Stream[], what: 'changed' | 'beat' = 'changed') => {
    if (wanted.length === 0) return;
    const rights = await rightsOf([...new Set(wanted.map(({ sessionId }) => sessionId))]).catch(
      (error) => {
        for (const stream of wanted) stream.end();
        throw error;
      },
    );
    for (const stream of wanted)
      if (rights.get(stream.sessionId) === stream.rights) stream.send(what);
      else stream.end();
  };
  const wire = startWire(openEar, tell, onError);
  const beat = () => sendTo(streams.all(), 'beat');
  const beating = setInterval(() => beat().catch(onError), BEAT_MS);
  beating.unref();
  return {
    add: streams.add,
    remove: streams.remove,
    changed: wire.say,
    count: () => streams.all().length,
    beat,
    stop: async () => {
      clearInterval(beating);
      for (const stream of streams.all()) stream.end();
      await wire.stop();
    },
  };
}

function streamList() {
  const byGroup = new Map<string, Set<Stream>>();
  const byPerson = new Map<string, number>();
  let count = 0;
  return {
    all: () => [...byGroup.values()].flatMap((set) => [...set]),
    of: (groups: readonly string[]) => groups.flatMap((group) => [...(byGroup.get(group) ?? [])]),
    add: (stream: Stream) => {
      const { group, person } = stream;
      const ofPerson = byPerson.get(person) ?? 0;
      if (ofPerson >= LIMITS.ofOnePerson) return 'too-many-of-person' as const;
      if (count >= LIMITS.ofAll) return 'too-many' as const;
      byPerson.set(person, ofPerson + 1);
      byGroup.set(group, (byGroup.get(group) ?? new Set()).add(stream));
      count += 1;
      return 'added' as const;
    },
    remove: (stream: Stream) => {
      const { group, person } = stream;
      const set = byGroup.get(group);
      if (!set?.delete(stream)) return;
      if (set.size === 0) byGroup.delete(group);
      const left = (byPerson.get(person) ?? 1) - 1;
      if (left === 0) byPerson.delete(person);
      else byPerson.set(person, left);
      count -= 1;
    },
  };
}
