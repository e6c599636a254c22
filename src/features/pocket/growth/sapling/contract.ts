/** A child's sapling: drawn, without numbers. */
import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { id } from '#contract/fields.ts';

/** `part` is the progress to the next stage, 0 to 99. */
export const Sapling = v.object({ stage: v.number(), part: v.number() });
export type Sapling = v.InferOutput<typeof Sapling>;

export const saplings = {
  ofChild: endpoint({
    method: 'GET',
    path: '/api/children/{id}/sapling',
    access: 'ownChild',
    input: v.strictObject({ id }),
    output: Sapling,
  }),
};

/** For the API documentation; a separate object to keep it out of the browser bundle. */
export const saplingSummaries: Summaries<typeof saplings> = {
  ofChild: 'How far a child’s sapling has grown; it never shrinks',
};
