/** Thirty ways to be a bad neighbour, as data: whole requests, sent again and again. */
import { backupHeader } from '#features/book/privacy/rules.ts';
import { newToken } from '#server/http/actor.ts';
import { cookieOf } from './app.ts';
import type { SeededFamily } from './families.ts';

export type Abuse = {
  name: string;
  connections: number;
  /** `{n}` becomes a new text each time, and `{length}` the length of the body. */
  requests: readonly string[];
  /** One more byte each second, without end. */
  drips?: true;
};

type Who = { own: string; child: string; childs: string; tabletChild: string; forged: string };

/** @param parent of a family with many entries. @param tablet handed over to a child of another. */
export function thirtyAbuses(parent: SeededFamily, tablet: SeededFamily): Abuse[] {
  const who = {
    own: cookieOf(parent.session),
    child: parent.children[0]?.childId as string,
    childs: cookieOf(tablet.session),
    tabletChild: tablet.children[0]?.childId as string,
    forged: cookieOf(`${parent.familyId}.${newToken()}`),
  };
  return [...ofMuchWork(who), ...floods(who), ...ofStrangers(who), ...ofBodies(who)];
}

const many = (connections: number, what: string, request: string): Abuse => ({
  name: `${connections} ${what}`,
  connections,
  requests: [request],
});

function ofMuchWork({ own, child, childs, tabletChild }: Who): Abuse[] {
  const pin = send('PUT', '/api/family/pin', own, { pin: '2580', forgotten: true });
  const guess = send('POST', '/api/family/hand-back', childs, { pin: '0000' });
  const file = (of: string, csvContent: string) => ({ childId: of, csvContent, filename: 'a.csv' });
  const payments = file(child, wallet());
  const broken = file(child, `"${'a,'.repeat(2 ** 20)}`);
  const returning = { csvContent: `${backupHeader()}${'x'.repeat(2 ** 20)}` };
  return [
    many(60, 'PIN changes', pin),
    many(250, 'PIN changes', pin),
    many(60, 'guesses of a PIN', guess),
    many(60, 'exports', get('/api/privacy/export', own)),
    many(60, 'backups', get('/api/transactions/backup', own)),
    many(12, 'previews by a child', send('POST', PREVIEW, childs, file(tabletChild, wallet()))),
    many(60, 'previews by a parent', send('POST', PREVIEW, own, payments)),
    many(12, 'previews of a broken file of 2 MiB', send('POST', PREVIEW, own, broken)),
    many(12, 'imports of one file', send('POST', '/api/transactions/import-csv', own, payments)),
    many(12, 'broken backups that return', send('POST', '/api/privacy/history', own, returning)),
    many(60, 'prunings', send('DELETE', '/api/transactions/prune/12', own, {})),
  ];
}

function floods({ own, child }: Who): Abuse[] {
  const entry = entryOf(child);
  const repeated = send('POST', ENTRIES, own, { ...entry, description: 'The same' });
  return [
    many(60, 'reads of the dashboard', get('/api/dashboard', own)),
    many(250, 'reads of the dashboard', get('/api/dashboard', own)),
    many(250, 'reads of a child', get(`/api/children/${child}`, own)),
    many(60, 'searches', get(`${ENTRIES}?text=nothing+like+it`, own)),
    many(60, 'statements', get(`/api/children/${child}/statement?month=2026-01`, own)),
    many(60, 'entries', send('POST', ENTRIES, own, entry)),
    many(250, 'entries', send('POST', ENTRIES, own, entry)),
    many(60, 'entries under one key', repeated.replace('bench-{n}', 'bench-the-same')),
    many(60, 'Process Allowances', send('POST', '/api/process-allowances', own, {})),
    many(250, 'live streams', get('/api/events', own)),
  ];
}

function ofStrangers({ forged }: Who): Abuse[] {
  const one = send('POST', LINK, '', { email: 'a@example.org' });
  const another = send('POST', LINK, '', { email: 'a{n}@example.org' });
  return [
    many(60, 'sign-in links, each for another address', another),
    many(250, 'sign-in links for one address', one),
    many(250, 'guesses of a link', send('POST', '/api/auth/verify', '', { token: newToken() })),
    many(250, 'forged cookies', get('/api/family', forged)),
    many(250, 'unknown addresses', get('/api/no-such-call', '')),
  ];
}

function ofBodies({ own, child }: Who): Abuse[] {
  const endless = send('POST', ENTRIES, own, entryOf(child)).replace('{length}', '200000');
  const large = send('POST', LINK, '', { email: 'a'.repeat(255 * 1024) });
  const huge = send('POST', PREVIEW, own, { a: 'a'.repeat(4 * 2 ** 20) });
  const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
  return [
    { ...many(250, 'bodies without an end', endless), drips: true },
    many(60, 'bodies of 255 KiB to a public call', large),
    many(12, 'bodies of 4 MiB', huge),
    many(60, 'deep bodies', request('POST', ENTRIES, own, deep)),
  ];
}

const ENTRIES = '/api/transactions';
const PREVIEW = '/api/transactions/import-csv/preview';
const LINK = '/api/auth/magic-link';

const entryOf = (childId: string) => ({
  ...{ childId, type: 'bonus', amount: '0.00000001', description: '{n}' },
});
const get = (path: string, cookie: string) => request('GET', path, cookie);
const send = (method: string, path: string, cookie: string, body: object) =>
  request(method, path, cookie, JSON.stringify(body));

function request(method: string, path: string, cookie: string, body?: string): string {
  return [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    'Origin: http://localhost',
    ...(cookie === '' ? [] : [`Cookie: ${cookie}`]),
    ...(body === undefined
      ? []
      : [
          'Content-Type: application/json',
          'Idempotency-Key: bench-{n}',
          'Content-Length: {length}',
        ]),
    '',
    body ?? '',
  ].join('\r\n');
}

/** 5,000 payments, as Phoenix writes them. */
function wallet(): string {
  const header =
    'date,id,type,amount_msat,amount_fiat,fee_credit_msat,mining_fee_sat,mining_fee_fiat,service_fee_msat,service_fee_fiat,payment_hash,tx_id,destination,description';
  const lines = Array.from({ length: 5_000 }, (_, i) => {
    const at = new Date(Date.UTC(2020, 0, 1) + i * 3_600_000).toISOString();
    return `${at},${i},lightning_received,${1_000_000 + i * 10},1.0015 USD,0,0,0.0000 USD,0,0.0007 USD,hash${i},,03be9f,Payment ${i}`;
  });
  return [header, ...lines].join('\n');
}
