/** What is tied to a family, on plans as PostgreSQL writes them. */
import { expect, test } from 'vitest';
import type { Node } from './explained.ts';
import { untied } from './ties.ts';

const leading = new Map([
  ['child', new Set(['family_id'])],
  ['goal', new Set(['family_id'])],
  ['session', new Set(['token_hash', 'session_id'])],
]);
const scan = (table: string, alias: string, conditions: object = {}): Node => ({
  'Node Type': 'Index Scan',
  'Relation Name': table,
  Alias: alias,
  ...conditions,
});
const join = (type: string, condition: string, ...sides: Node[]): Node => ({
  'Node Type': 'Hash Join',
  'Join Type': type,
  'Hash Cond': condition,
  Plans: sides,
});
const values: Node = { 'Node Type': 'Function Scan', Alias: 'v' };
const free = (plan: Node) => untied(plan, leading);

test.each([
  ['nothing', {}],
  ['another column', { 'Index Cond': '(child_id = $1)' }],
  ['an order', { 'Index Cond': '(family_id > $1)' }],
  ['a choice', { Filter: "((family_id = $1) OR (name = 'Mia'::text))" }],
  ['a text that looks like it', { Filter: "(name = ') AND (family_id = 1'::text)" }],
])('a scan with %s is not tied', (_, conditions) => {
  expect(free(scan('child', 'child', conditions))).toEqual(['child']);
});

test.each([
  ['a value', { 'Index Cond': '((family_id = $1) AND (child_id = $2))' }],
  ['a list', { 'Index Cond': '(family_id = ANY ($1))' }],
  [
    'the setting',
    { Filter: "((x > 1) AND (family_id = (current_setting('app.family_id'::text))::uuid))" },
  ],
  ['a row of a list', { 'Index Cond': '(family_id = v.family_id)' }],
])('a scan with %s is tied', (_, conditions) => {
  expect(free(scan('child', 'c', conditions))).toEqual([]);
});

const GOALS = { 'Index Cond': '(family_id = $1)' };
test('a join ties the rows it restricts to tied rows, and an outer join those of one side', () => {
  const on = '(c.family_id = g.family_id)';
  const [every, some] = [scan('child', 'c'), scan('goal', 'g', GOALS)];
  expect(free(join('Inner', on, every, scan('goal', 'g')))).toEqual(['child', 'goal']);
  expect(free(join('Left', on, every, some))).toEqual(['child']);
  expect(free(join('Anti', on, every, some))).toEqual(['child']);
  expect(free(join('Right', on, some, every))).toEqual(['child']);
  expect(free(join('Inner', on, every, some))).toEqual([]);
  expect(free(join('Left', on, some, every))).toEqual([]);
  expect(free(join('Inner', '(c.family_id = v.family_id)', every, values))).toEqual([]);
});

test('a table without a family is found by its own keys, and an unlisted one is ignored', () => {
  expect(free(scan('session', 's', { Filter: '(last_seen_at < $1)' }))).toEqual(['session']);
  expect(free(scan('session', 's', { 'Index Cond': '(token_hash = $1)' }))).toEqual([]);
  expect(free(scan('task_run', 't'))).toEqual([]);
});
