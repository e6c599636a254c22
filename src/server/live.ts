/**
 * Notifies open streams that something in their group has changed, on any instance. A notification
 * carries no data, and goes only to sessions that may still listen.
 */
import { ALL_GROUPS, type OpenListener, startChangeBus } from './change-bus.ts';

const BEAT_MS = 20_000;

export const LIMITS = { ofOnePerson: 8, ofAll: 4_000 };

export type Stream = {
  readonly group: string;
  readonly person: string;
  readonly sessionId: string;
  /** The session's rights when the stream began; the stream ends when they change. */
  readonly rights: string;
  readonly send: (what: 'changed' | 'beat') => void;
  readonly end: () => void;
};

export type Live = {
  /** Refuses if too many are already open. */
  add(stream: Stream): 'added' | 'too-many-of-person' | 'too-many';
  remove(stream: Stream): void;
  changed(groups: readonly string[]): void;
  /** How many streams are open. */
  count(): number;
  /** Rechecks each session's access and sends a keepalive; a timer calls it too. */
  beat(): Promise<void>;
  stop(): Promise<void>;
};

export type LiveOptions = {
  openListener: OpenListener;
  /** The rights of the sessions among these that are still valid. */
  rightsOf: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  onError: (error: Error) => void;
};

export function startLive({ openListener, rightsOf, onError }: LiveOptions): Live {
  const streams = streamList();
  const onChange = (groups: readonly string[]) => {
    const wanted = groups.includes(ALL_GROUPS) ? streams.all() : streams.of(groups);
    sendTo(wanted).catch(onError);
  };
  /** Sends only to sessions that may still listen, checked each time. */
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
  const bus = startChangeBus(openListener, onChange, onError);
  const beat = () => sendTo(streams.all(), 'beat');
  const beating = setInterval(() => beat().catch(onError), BEAT_MS);
  beating.unref();
  return {
    add: streams.add,
    remove: streams.remove,
    changed: bus.notify,
    count: () => streams.all().length,
    beat,
    stop: async () => {
      clearInterval(beating);
      for (const stream of streams.all()) stream.end();
      await bus.stop();
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
