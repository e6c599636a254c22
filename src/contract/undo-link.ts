/** The address of the question whether to undo a change; used in messages, mails and pushes. */
const PARAM = 'undo';
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @param copyId of `GET /api/money-changes` */
export const undoPath = (copyId: string): string => `/dashboard?view=overview&${PARAM}=${copyId}`;

/** The id, if valid: the address and the push data come from outside. */
export const asCopyId = (value: unknown): string | undefined =>
  typeof value === 'string' && ID.test(value) ? value : undefined;

/** The id of the change in the address. */
export const copyIdIn = (params: URLSearchParams): string | undefined =>
  asCopyId(params.get(PARAM));
