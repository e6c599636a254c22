/** Texts in the log: what is removed, and what must stay readable. */
import { expect, test } from 'vitest';
import { scrub } from './scrub.ts';

test.each([
  ['a mail', 'No user anna.meyer+x@example.com here', 'No user [mail] here'],
  [
    'a value that a database quotes',
    'invalid input syntax for type uuid: "hunter2"',
    'invalid input syntax for type uuid: "[…]"',
  ],
  ['a token', 'got 3vK9_aZx81-QpLmN07bTtRr55 instead', 'got [secret] instead'],
  ['a query', 'GET /auth/verify?token=abc failed', 'GET /auth/verify?[…] failed'],
  ['a code', 'wrong code 12345678 or 1234', 'wrong code [digits] or [digits]'],
])('%s goes (T09)', (_, text, expected) => expect(scrub(text)).toBe(expected));

test.each([
  'relation "entry_text" does not exist',
  'duplicate key value violates unique constraint "idempotency_pkey"',
  '    at handle (file:///srv/satling/src/server/http/embedded-account.ts:489:6)',
  'connect ECONNREFUSED 127.0.0.1:5432',
  'canceling statement due to statement timeout',
])('%s stays', (text) => expect(scrub(text)).toBe(text));
