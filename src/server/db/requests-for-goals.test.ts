/** Requests for goals, open or answered, in every state that 0.9.0 could leave. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseOf090 } from '#tests/support/upgrades.ts';
import { connect, type Database } from './database.ts';
import { migrate } from './migrate.ts';

const ASKED = new Date('2026-11-01T10:00:00Z');
const DECIDED = new Date('2026-11-02T10:00:00Z');
const REMOVED = new Date('2026-11-03T10:00:00Z');
const ANNA = '00000000-0000-0000-0000-00000000000a';
const KID = '00000000-0000-0000-0000-00000000000b';

type Former = {
  status: string;
  session?: string;
  note?: string;
  denial?: string;
  by?: string;
  at?: Date;
};

/** By name: written by 0.9.0. */
const FORMER: Readonly<Record<string, Former>> = {
  waits: { status: 'pending', note: 'I want to help' },
  'waits, without words': { status: 'pending', session: 'handed_over' },
  runs: { status: 'active', session: 'child_view', note: 'Mine too', by: ANNA, at: DECIDED },
  denied: { status: 'denied', note: 'Please', denial: 'Not now', by: ANNA, at: DECIDED },
  'taken back': { status: 'withdrawn', by: KID, at: DECIDED },
  lapsed: { status: 'lapsed', at: DECIDED },
  'stopped after a yes': { status: 'stopped', by: ANNA, at: DECIDED },
  'ended after a yes': { status: 'ended', by: ANNA, at: DECIDED },
  'ended with its goal, unanswered': { status: 'ended', at: DECIDED },
  'ended with its book, unanswered': { status: 'ended' },
  'of a parent, runs': { status: 'active', session: 'adult', by: ANNA, at: DECIDED },
  'of a parent, stopped': { status: 'stopped', session: 'adult', by: KID, at: DECIDED },
  'of a parent, ended': { status: 'ended', session: 'adult', by: ANNA, at: DECIDED },
};

const names = Object.keys(FORMER);
const idOf = (name: string) =>
  `00000000-0000-0000-0000-0000000001${String(names.indexOf(name)).padStart(2, '0')}`;

let db: Database;
beforeAll(async () => {
  db = connect(await databaseOf090(), 1);
  await db.owner`UPDATE child SET removed_at = ${REMOVED}`;
  for (const [name, one] of Object.entries(FORMER))
    await db.owner`
      INSERT INTO goal_allocation (family_id, allocation_id, goal_id, child_id, percent_tenths,
        apply_to, status, note, denial_reason, entered_by, session_kind, decided_by, decided_at,
        created_at)
      SELECT g.family_id, ${idOf(name)}, g.goal_id, c.child_id, 125, 'new_contributions',
        ${one.status}, ${one.note ?? null}, ${one.denial ?? null}, ${KID},
        ${one.session ?? 'child'}, ${one.by ?? null}, ${one.at ?? null}, ${ASKED}
      FROM goal g JOIN child c ON c.family_id = g.family_id
      ORDER BY g.goal_id, c.child_id LIMIT 1`;
  await migrate(db.owner);
});
afterAll(() => db.close());

const requestOf = async (name: string) =>
  (
    await db.owner`
      SELECT r.kind, r.state, r.reason, r.session_kind, r.denial_reason, r.decided_by, r.decided_at
      FROM request r JOIN goal_allocation l ON l.family_id = r.family_id
        AND l.allocation_id = r.request_id AND l.child_id = r.child_id
        AND l.created_at = r.created_at AND l.entered_by = r.entered_by
      WHERE r.request_id = ${idOf(name)} AND r.payload_id = r.request_id`
  )[0];
const allocationOf = async (name: string) =>
  (
    await db.owner`
      SELECT status, stopped_by, stopped_at, percent_tenths, entered_by FROM goal_allocation
      WHERE allocation_id = ${idOf(name)}`
  )[0];

const request = { kind: 'allocation', reason: '', sessionKind: 'child', denialReason: null };
const open = { ...request, state: 'pending', decidedBy: null, decidedAt: null };
const yes = { ...request, state: 'approved', decidedBy: ANNA, decidedAt: DECIDED };
const lapsed = { ...request, state: 'lapsed', decidedBy: null, decidedAt: DECIDED };
const runs = { percentTenths: 125, enteredBy: KID, stoppedBy: null, stoppedAt: null };
const ended = { ...runs, status: 'ended' };
const stopped = { ...runs, status: 'stopped', stoppedAt: DECIDED };

test.each([
  ['waits', { ...open, reason: 'I want to help' }, { ...runs, status: 'asked' }],
  ['waits, without words', { ...open, sessionKind: 'handed_over' }, { ...runs, status: 'asked' }],
  [
    'runs',
    { ...yes, reason: 'Mine too', sessionKind: 'child_view' },
    { ...runs, status: 'active' },
  ],
  ['denied', { ...yes, state: 'denied', reason: 'Please', denialReason: 'Not now' }, ended],
  ['taken back', { ...yes, state: 'withdrawn', decidedBy: KID }, ended],
  ['lapsed', lapsed, ended],
  ['stopped after a yes', yes, { ...stopped, stoppedBy: ANNA }],
  ['ended after a yes', yes, ended],
  ['ended with its goal, unanswered', lapsed, ended],
  ['ended with its book, unanswered', { ...lapsed, decidedAt: REMOVED }, ended],
  ['of a parent, runs', undefined, { ...runs, status: 'active' }],
  ['of a parent, stopped', undefined, { ...stopped, stoppedBy: KID }],
  ['of a parent, ended', undefined, ended],
])('what %s is the same after the upgrade', async (name, asRequest, asAllocation) => {
  expect(await requestOf(name)).toEqual(asRequest);
  expect(await allocationOf(name)).toEqual(asAllocation);
});
