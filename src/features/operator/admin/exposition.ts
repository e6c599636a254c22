/**
 * The figures in Prometheus' text format, version 0.0.4. Hand-written because its usual library
 * counts within one process, and our figures span instances.
 */
import { CLASS_ENDS_MS, CLASSES } from '#core/latency.ts';

export type Figure = {
  route: string;
  status: number;
  latencyClass: number;
  count: number;
  totalUs: number;
};
export type Event = { kind: string; detail: string; count: number; totalUs: number };
export type Process = {
  uptimeMs: number;
  heapUsed: number;
  /** Age of the newest backup proven to restore; null if there is none. */
  backupAgeMs: number | null;
};

export type TaskAge = { name: string; seconds: number };

export function exposition(
  figures: readonly Figure[],
  events: readonly Event[],
  ages: readonly TaskAge[],
  own: Process,
) {
  return [
    family('satling_requests_total', 'counter', 'Replies by call and class of status'),
    ...byKey(figures, ({ route, status }) => labels({ route, status: `${status}xx` })).map(
      ([key, some]) => `satling_requests_total${key} ${sum(some, 'count')}`,
    ),
    family('satling_request_seconds', 'histogram', 'Time until a reply was sent'),
    ...byKey(figures, ({ route }) => route).flatMap(([route, some]) => histogram(route, some)),
    family('satling_events_total', 'counter', 'What happened, by kind and detail'),
    ...events.map(
      ({ kind, detail, count }) => `satling_events_total${labels({ kind, detail })} ${count}`,
    ),
    family('satling_slow_statement_seconds_total', 'counter', 'Time of slow statements together'),
    `satling_slow_statement_seconds_total ${slowSeconds(events)}`,
    family('satling_task_age_seconds', 'gauge', 'Since a run of a task came to its end'),
    ...ages.map(
      ({ name, seconds }) => `satling_task_age_seconds${labels({ task: name })} ${seconds}`,
    ),
    ...(own.backupAgeMs === null ? [] : backupAge(own.backupAgeMs)),
    family('satling_uptime_seconds', 'gauge', 'Since this instance started'),
    `satling_uptime_seconds ${own.uptimeMs / 1_000}`,
    family('satling_heap_used_bytes', 'gauge', 'Memory of this instance'),
    `satling_heap_used_bytes ${own.heapUsed}`,
    '',
  ].join('\n');
}

const backupAge = (ms: number) => [
  family('satling_backup_proven_age_seconds', 'gauge', 'Age of the newest proven backup'),
  `satling_backup_proven_age_seconds ${ms / 1_000}`,
];

const family = (name: string, type: string, help: string) =>
  `# HELP ${name} ${help}\n# TYPE ${name} ${type}`;

function histogram(route: string, figures: readonly Figure[]): string[] {
  let below = 0;
  const buckets = Array.from({ length: CLASSES }, (_, i) => {
    below += sum(
      figures.filter(({ latencyClass }) => latencyClass === i),
      'count',
    );
    const end = CLASS_ENDS_MS[i];
    const le = end === undefined ? '+Inf' : String(end / 1_000);
    return `satling_request_seconds_bucket${labels({ route, le })} ${below}`;
  });
  const seconds = sum(figures, 'totalUs') / 1_000_000;
  return [
    ...buckets,
    `satling_request_seconds_sum${labels({ route })} ${seconds}`,
    `satling_request_seconds_count${labels({ route })} ${below}`,
  ];
}

const slowSeconds = (events: readonly Event[]) =>
  sum(
    events.filter(({ kind }) => kind === 'slow_statement'),
    'totalUs',
  ) / 1_000_000;

const sum = <K extends string>(rows: readonly Record<K, number>[], key: K) =>
  rows.reduce((total, row) => total + row[key], 0);

function byKey<T>(rows: readonly T[], keyOf: (row: T) => string): [string, T[]][] {
  return [...Map.groupBy(rows, keyOf)];
}

const labels = (named: Readonly<Record<string, string>>) =>
  `{${Object.entries(named)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',')}}`;

/** As the format requires: backslash, quotation mark and line feed. */
const escaped = (value: string) =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
