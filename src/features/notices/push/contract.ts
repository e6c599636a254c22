/** Push messages to a device: only on request, and without details. */
import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { done, nothing } from '#contract/fields.ts';

/** The kinds of push. The device has the texts, in its reader's language. */
export const PUSH_KINDS = ['waits', 'answered', 'pay-day', 'money', 'people'] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

const bytes = (count: number) =>
  v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]+$/), v.length(Math.ceil((count * 4) / 3)));

export const push = {
  get: endpoint({
    method: 'GET',
    path: '/api/push',
    access: 'member',
    input: nothing,
    output: v.object({ subscribed: v.boolean(), publicKey: v.string() }),
  }),
  subscribe: endpoint({
    method: 'PUT',
    path: '/api/push',
    access: 'member',
    money: 'none',
    input: v.strictObject({
      endpoint: v.pipe(v.string(), v.maxLength(1000), v.url()),
      p256dh: bytes(65),
      auth: bytes(16),
    }),
    output: done,
  }),
  unsubscribe: endpoint({
    method: 'DELETE',
    path: '/api/push',
    access: 'member',
    money: 'none',
    input: nothing,
    output: done,
  }),
};

/** For the API documentation; a separate object to keep it out of the browser bundle. */
export const pushSummaries: Summaries<typeof push> = {
  get: 'Whether this browser is told, and the key that a push service needs of us',
  subscribe: 'Tell this browser when something waits',
  unsubscribe: 'Tell this browser nothing any more',
};
