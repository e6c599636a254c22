/** The only message call in the first load, separate to keep the rest out of it. */
import * as v from 'valibot';
import { endpoint } from '#contract/endpoint.ts';
import { nothing } from '#contract/fields.ts';

export const unread = endpoint({
  method: 'GET',
  path: '/api/messages/unread',
  access: 'member',
  etag: true,
  input: nothing,
  output: v.object({ unread: v.number() }),
});
