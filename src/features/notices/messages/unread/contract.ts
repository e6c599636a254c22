/** The only message call that the first load needs: the rest stays out of it. */
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
