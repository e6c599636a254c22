/** Counts of one instance since it last stored them. */
import { CLASSES, classOf } from '#core/latency.ts';

export type Figure = {
  route: string;
  /** 2 for 2xx, and so on. */
  status: number;
  latencyClass: number;
  count: number;
  totalUs: number;
};
export type Incident = {
  kind: IncidentKind;
  detail: string;
  subject: string;
  count: number;
  totalUs: number;
  lastAt: Date;
};
export type ErrorNote = { id: string; at: Date; method: string; path: string; error: string };
export type Taken = { figures: Figure[]; incidents: Incident[]; notes: ErrorNote[] };

export type IncidentKind =
  | 'sign_in'
  | 'failed_sign_in'
  | 'unauthorized'
  | 'operator_refused'
  | 'limited'
  | 'error'
  | 'slow_statement'
  | 'reset';

const STATUSES = 6;
/** A caller that hops between networks must not fill the memory or the table. */
const MOST_INCIDENTS = 1_000;
const MOST_NOTES = 20;
const OTHERS = 'others';

export function newTally() {
  const routes = new Map<string, { counts: number[]; totals: number[] }>();
  const { addIncident, addUnauthorized, takeIncidents } = incidentTally();
  let notes: ErrorNote[] = [];
  const ofRoute = (route: string) => {
    const known = routes.get(route);
    if (known) return known;
    const zeros = () => Array<number>(STATUSES * CLASSES).fill(0);
    const made = { counts: zeros(), totals: zeros() };
    routes.set(route, made);
    return made;
  };
  const addNotes = (more: readonly ErrorNote[]) => {
    notes = [...notes, ...more].slice(-MOST_NOTES);
  };
  return {
    /** The counter of one route, created once: a reply then costs only an addition. */
    counterOf(route: string) {
      const { counts, totals } = ofRoute(route);
      return (status: number, ms: number) => {
        const at = Math.min(Math.floor(status / 100), STATUSES - 1) * CLASSES + classOf(ms);
        counts[at] = (counts[at] as number) + 1;
        totals[at] = (totals[at] as number) + ms * 1_000;
      };
    },
    addIncident,
    addUnauthorized,
    addNotes,
    /** Returns all counts and resets them to zero. */
    take(): Taken {
      const figures = [...routes].flatMap(([route, { counts, totals }]) => {
        const found = counts.flatMap((count, at) =>
          count === 0 ? [] : [figureAt(route, at, count, totals[at] as number)],
        );
        counts.fill(0);
        totals.fill(0);
        return found;
      });
      const taken = { figures, incidents: takeIncidents(), notes };
      notes = [];
      return taken;
    },
    /** Adds back counts that could not be stored. */
    giveBack(taken: Taken) {
      for (const { route, status, latencyClass, count, totalUs } of taken.figures) {
        const { counts, totals } = ofRoute(route);
        const at = status * CLASSES + latencyClass;
        counts[at] = (counts[at] as number) + count;
        totals[at] = (totals[at] as number) + totalUs;
      }
      for (const incident of taken.incidents) addIncident(incident);
      addNotes(taken.notes);
    },
  };
}

function incidentTally() {
  const incidents = new Map<string, Incident>();
  /** This period's unauthorized calls per network; dropped when it ends. */
  const byAddress = new Map<string, Incident>();
  const addIncident = (more: Incident): Incident => {
    const { kind, detail } = more;
    const key = `${kind}\n${detail}\n${more.subject}`;
    const isFull = !incidents.has(key) && incidents.size >= MOST_INCIDENTS;
    const subject = isFull ? OTHERS : more.subject;
    const at = isFull ? `${kind}\n\n${OTHERS}` : key;
    const known = incidents.get(at);
    if (!known) {
      const made = { ...more, detail: isFull ? '' : detail, subject };
      incidents.set(at, made);
      return made;
    }
    known.count += more.count;
    known.totalUs += more.totalUs;
    if (more.lastAt > known.lastAt) known.lastAt = more.lastAt;
    return known;
  };
  return {
    addIncident,
    /**
     * Counts an unauthorized call from an address. Its network is computed only the first time:
     * refusing must stay cheaper than calling.
     */
    addUnauthorized(address: string, networkOf: (ip: string) => string, lastAt: Date) {
      const known = byAddress.get(address);
      if (known) {
        known.count += 1;
        known.lastAt = lastAt;
        return;
      }
      const subject = networkOf(address);
      const one = {
        kind: 'unauthorized',
        detail: '',
        subject,
        count: 1,
        totalUs: 0,
        lastAt,
      } as const;
      const counted = addIncident(one);
      if (byAddress.size < MOST_INCIDENTS) byAddress.set(address, counted);
    },
    takeIncidents(): Incident[] {
      const taken = [...incidents.values()];
      incidents.clear();
      byAddress.clear();
      return taken;
    },
  };
}

const figureAt = (route: string, at: number, count: number, totalUs: number): Figure => ({
  route,
  status: Math.floor(at / CLASSES),
  latencyClass: at % CLASSES,
  count,
  totalUs: Math.round(totalUs),
});
