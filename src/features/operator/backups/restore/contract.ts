/** Restoring a backup into a server without any book, from the page for claiming it. */
import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { nothing } from '#contract/fields.ts';

/** Files are sent in pieces of at most this size, to keep requests short. */
export const PIECE_BYTES = 4 * 1024 * 1024;
/** The upload's path; the claim code and the piece's offset go with it. */
export const UPLOAD_PATH = '/api/restore/upload';
export const CODE_HEADER = 'x-claim-code';

const CLAIM_CODE = 'Enter the code of this server';
const SHEET = 'Enter what stands on the restore sheet';
const text = (wrong: string, most: number) =>
  v.pipe(v.string(wrong), v.minLength(1, wrong), v.maxLength(most, wrong));

export const restoring = {
  state: endpoint({
    method: 'GET',
    path: '/api/restore',
    access: 'public',
    input: nothing,
    output: v.object({
      /** No book exists here, so anyone with the code may restore one. */
      isPossible: v.boolean(),
      /** The server has an operator; a restored book may not bring one. */
      isClaimed: v.boolean(),
      /** The reason the last attempt failed: its code, and the English wording. */
      failure: v.nullable(v.object({ reason: v.string(), english: v.string() })),
    }),
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/restore',
    access: 'public',
    money: 'none',
    input: v.strictObject({
      code: text(CLAIM_CODE, 200),
      /** The text of its QR code, or its 24 words. */
      sheet: text(SHEET, 1_000),
      /** Needed with the words; the QR code includes it. */
      openingWords: v.optional(v.pipe(v.string(), v.maxLength(500))),
      /** True if the list of erasures was uploaded too. */
      hasList: v.boolean(),
    }),
    output: v.object({
      /** The token of the link that signs in the restored server's operator. */
      token: v.string(),
    }),
  }),
};

export const restoringSummaries: Summaries<typeof restoring> = {
  state: 'Whether a backup can be restored into this server, and how the last try ended',
  begin: 'Restore the uploaded backup into a server without books, with the code of its claim',
};
