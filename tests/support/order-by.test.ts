/**
 * Ids begin with the time of the clock that made them, so no order that matters may follow from
 * them. Every ORDER BY with an id is listed here with its justification; a new one must be decided
 * (docs/decisions/0085-order-never-comes-from-a-clock.md).
 */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Locks and batches only need an order that is the same for all. */
const LOCKS = 'one order for all';
/** Sorted by another shown value; the id only breaks ties. */
const TIE = 'tie only';
/** A list for people: its order affects neither money nor meaning. */
const SHOWN = 'shown only';
/** A number decides. */
const NUMBERED = 'a number';

const DECIDED: Readonly<Record<string, string>> = {
  account_id: SHOWN,
  allocation_id: SHOWN,
  child_id: SHOWN,
  'child_id NULLS LAST, kind, account_id': TIE,
  'child_id, kind, account_id': TIE,
  'created_at DESC, family_id': SHOWN,
  'created_at DESC, payment_id DESC': TIE,
  'created_at DESC, user_id DESC': TIE,
  'created_at DESC, pays DESC, payment_id': TIE,
  'created_at, hold_id': TIE,
  'created_at, payment_id': TIE,
  "state = 'declined', created_at, payment_id": TIE,
  'created_at, request_id': TIE,
  'decided_at DESC, allocation_id DESC': TIE,
  'decided_at DESC, request_id DESC': TIE,
  'due_at, child_id': TIE,
  'ended_at DESC NULLS FIRST, due_date, entry_id': TIE,
  'ended_at DESC, payment_id DESC': TIE,
  'erased_at, subject_id': TIE,
  family_id: LOCKS,
  'family_id, allocation_id': LOCKS,
  'family_id, child_id': LOCKS,
  'family_id, queue_no': NUMBERED,
  'family_id, request_id': LOCKS,
  'from_date, to_date, pause_id': TIE,
  goal_id: SHOWN,
  'happened_at DESC, error_id': TIE,
  'kind, account_id': TIE,
  'made_at DESC, import_id DESC': TIE,
  message_id: SHOWN,
  'message_id, email': TIE,
  'message_no DESC, message_id DESC': NUMBERED,
  'occurred_at DESC, entry_id DESC': TIE,
  'occurred_at DESC, entry_id DESC, account_id': TIE,
  'occurred_at, entry_id': TIE,
  passkey_id: SHOWN,
  payment_id: SHOWN,
  'seen_at DESC, payment_id DESC': TIE,
};

function orders(): string[] {
  const files = globSync('src/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
  const found = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/ORDER BY ([^`)$]*)/g)].map(([, text = '']) =>
      (text.replaceAll(/\s+/g, ' ').split(/ (?:LIMIT|OFFSET|FOR UPDATE|ROWS)/)[0] ?? '')
        .replaceAll(/\b[a-z]+\./g, '')
        .trim(),
    ),
  );
  return [...new Set(found.filter((text) => /_id\b/.test(text)))].sort();
}

test('every ORDER BY of an id is listed: no order that decides money or meaning comes from a clock (T27)', () => {
  expect(orders()).toEqual(Object.keys(DECIDED).sort());
  expect(orders().filter((order) => order.includes('plan_id'))).toEqual([]);
});
