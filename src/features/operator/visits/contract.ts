/** The call for counting a visit. */
import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { VISIT_EVENTS, VISITS_PATH } from './rules.ts';

export const visits = {
  report: endpoint({
    method: 'POST',
    path: VISITS_PATH,
    access: 'public',
    money: 'none',
    input: v.strictObject({
      /** The page's path, without a query string. */
      path: v.pipe(v.string('Expected a path'), v.maxLength(120), v.startsWith('/')),
      name: v.picklist(VISIT_EVENTS, 'Expected the name of an event'),
    }),
    output: v.object({ counted: v.boolean() }),
  }),
};

/** For the API documentation; a separate object to keep it out of the browser bundle. */
export const visitSummaries: Summaries<typeof visits> = {
  report: 'Count a page view or a press, if the operator counts and the visitor is no child',
};
