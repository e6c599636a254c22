/**
 * The errors a person can cause: code, HTTP status and the body `{message, code, reason, values?,
 * field?}`.
 */
import type { Because, Sentence } from './checks.ts';

export const STATUS = {
  VALIDATION_ERROR: 400,
  AUTH_ERROR: 401,
  FORBIDDEN: 403,
  /** Needs a sign-in within the last minutes. */
  SIGN_IN_AGAIN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  TOO_LARGE: 413,
  UNSUPPORTED: 415,
  KEY_REUSED: 422,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  TRY_AGAIN: 503,
} as const;

export type ErrorCode = keyof typeof STATUS;

export type ErrorBody = {
  message: string;
  code: ErrorCode;
  /** The name of the `message` (contract/reasons.ts), and the values for its placeholders. */
  reason?: string;
  values?: Because['values'];
  field?: string;
  id?: string;
};

/** An error that a person may read and fix. Any other error is a crash. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly why: Sentence;
  readonly field: string | undefined;
  constructor(code: ErrorCode, why: Sentence, field?: string) {
    super(why.english);
    this.name = 'Refusal';
    this.code = code;
    this.why = why;
    this.field = field;
  }
}

/** The body as sent. */
export const bodyOf = ({ code, why, field }: Refusal): ErrorBody => ({
  message: why.english,
  code,
  reason: why.reason,
  ...(why.values && { values: why.values }),
  ...(field !== undefined && { field }),
});
