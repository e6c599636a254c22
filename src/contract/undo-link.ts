/** The address that asks at once whether one change is to be undone: in messages, mails, pushes. */
const PARAM = 'undo';
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @param copyId of `GET /api/money-changes` */
export const undoPath = (copyId: string): string => `/dashboard?view=overview&${PARAM}=${copyId}`;

/** An id, if it is one: others write addresses and what a push holds. */
export const asCopyId = (value: unknown): string | undefined =>
  typeof value === 'string' && ID.test(value) ? value : undefined;

/** Of which change the address asks. */
export const copyIdIn = (params: URLSearchParams): string | undefined =>
  asCopyId(params.get(PARAM));
