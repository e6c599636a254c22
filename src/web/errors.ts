/** The errors of failed calls. Names, codes and texts are the specification's. */
import type { Because } from '#contract/checks.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { inWords } from './messages/said.ts';

/** The only 403 that a person can resolve. */
const SIGN_IN_AGAIN = 'SIGN_IN_AGAIN';

/** Base of all expected errors: a code, a status (500 by default) and whether it is operational. */
export class AppError extends Error {
  readonly code: string;
  readonly status: number;
  readonly isOperational: boolean;
  /** The values in the message, by name, for its translation. */
  why: Because | undefined;
  constructor(message: string, code = 'APP_ERROR', status = 500, isOperational = true) {
    super(message);
    this.name = new.target.name;
    this.code = code;
    this.status = status;
    this.isOperational = isOperational;
  }
}

export class AuthenticationError extends AppError {
  constructor(message = 'Authentication required', status = 401, code = 'AUTH_ERROR') {
    super(message, code, status);
  }
}

export class ValidationError extends AppError {
  readonly field: string | undefined;
  constructor(message: string, field?: string) {
    super(message, 'VALIDATION_ERROR', 400);
    this.field = field;
  }
}

/**
 * A reply that was not 2xx. Its message is the specified `status: body`; `sentence` is the server's
 * text for people.
 */
export class ResponseError extends AppError {
  readonly sentence: string | undefined;
  readonly field: string | undefined;
  constructor(status: number, body: string, statusText: string) {
    const said = readBody(body);
    super(`${status}: ${body || statusText}`, said?.code ?? 'HTTP_ERROR', status);
    this.sentence = said?.message;
    this.field = said?.field;
    if (said?.reason) this.why = { reason: said.reason, values: said.values };
  }
}

function readBody(body: string): ErrorBody | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return value && typeof value === 'object' && 'message' in value
      ? (value as ErrorBody)
      : undefined;
  } catch {
    return undefined; // a proxy's HTML page, or nothing: only the status is known
  }
}

/** Status code and `code` decide; the text of a message never does (docs/specification.md). */
export function fromResponse(status: number, body: string, statusText: string): AppError {
  const error = new ResponseError(status, body, statusText);
  if (status === 403) {
    if (error.code === SIGN_IN_AGAIN)
      return withWhy(new AuthenticationError(error.sentence, 403, SIGN_IN_AGAIN), error.why);
    return withWhy(new AuthenticationError('Access denied', 403), { reason: 'ACCESS_DENIED' });
  }
  if (error.code === 'VALIDATION_ERROR')
    return withWhy(new ValidationError(error.sentence ?? error.message, error.field), error.why);
  return error;
}

function withWhy(error: AppError, why: Because | undefined): AppError {
  error.why = why;
  return error;
}

let withReason = (fallback: string): string => fallback;

/** Sets how to explain a failed call without a reply, such as by the missing network. */
export const explainSilence = (explain: typeof withReason): void => {
  withReason = explain;
};

/** The sentence to show for any error; if there is none, `fallback`, perhaps with its reason. */
export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof AppError)) return withReason(fallback);
  const english = error instanceof ResponseError ? error.sentence : error.message;
  return english === undefined ? fallback : inWords(error.why, english);
}

/** The server has refused, with a reason; after any other error the outcome is unknown. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof AppError && error.status >= 400 && error.status < 500 && hasWords(error);

const hasWords = (error: AppError): boolean =>
  !(error instanceof ResponseError) || error.sentence !== undefined;

/** The reason's name in the contract. */
export const reasonOf = (error: unknown): string | undefined =>
  error instanceof AppError ? error.why?.reason : undefined;

export const fieldOf = (error: unknown): string | undefined =>
  error instanceof ValidationError || error instanceof ResponseError ? error.field : undefined;

/** True if the server first wants people to confirm their identity. */
export const needsFreshSignIn = (error: unknown): boolean =>
  error instanceof AppError && error.code === SIGN_IN_AGAIN;

export const statusOf = (error: unknown): number | undefined =>
  error instanceof AppError ? error.status : undefined;

type Recorded = { message: string; time: string; browser: string; url: string };
const recorded: Recorded[] = [];

/** Stores the last 100 unexpected errors of this tab; they are neither shown nor sent. */
export function record(error: unknown): void {
  recorded.push({
    message: error instanceof Error ? error.message : String(error),
    time: new Date().toISOString(),
    browser: navigator.userAgent,
    url: location.href,
  });
  if (recorded.length > 100) recorded.shift();
}

export const recordedErrors = (): readonly Recorded[] => recorded;
