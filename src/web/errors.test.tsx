/** Which error a reply becomes, and what a person reads. */
import { expect, test } from 'vitest';
import {
  AppError,
  AuthenticationError,
  fieldOf,
  fromResponse,
  messageOf,
  needsFreshSignIn,
  ResponseError,
  record,
  recordedErrors,
  statusOf,
  ValidationError,
} from './errors.ts';

const said = (message: string, code: string, field?: string) =>
  JSON.stringify({ message, code, field });

test('a 403 is an authentication error, "Access denied" (PLAT-15)', () => {
  const error = fromResponse(403, said('Parents only', 'FORBIDDEN'), 'Forbidden');
  expect(error).toBeInstanceOf(AuthenticationError);
  expect(error.message).toBe('Access denied');
  expect([error.code, error.status]).toEqual(['AUTH_ERROR', 403]);
  expect(needsFreshSignIn(error)).toBe(false);
});

test('a call that needs a fresh sign-in is the same error, with a sentence of its own (PLAT-15)', () => {
  const error = fromResponse(403, said('Confirm first', 'SIGN_IN_AGAIN'), 'Forbidden');
  expect(error).toBeInstanceOf(AuthenticationError);
  expect([messageOf(error, 'x'), error.status]).toEqual(['Confirm first', 403]);
  expect(needsFreshSignIn(error)).toBe(true);
});

test('a validation error keeps its code, status and field (PLAT-16)', () => {
  const error = fromResponse(400, said('Enter a name', 'VALIDATION_ERROR', 'name'), 'Bad Request');
  expect(error).toBeInstanceOf(ValidationError);
  expect([error.code, error.status, fieldOf(error)]).toEqual(['VALIDATION_ERROR', 400, 'name']);
  expect(error.message).toBe('Enter a name');
});

test('an authentication error says "Authentication required" by default (PLAT-17)', () => {
  const error = new AuthenticationError();
  expect([error.message, error.code, error.status]).toEqual([
    'Authentication required',
    'AUTH_ERROR',
    401,
  ]);
});

test('the base error carries a code, status 500 and the operational flag (PLAT-18)', () => {
  const error = new AppError('Wrong');
  expect([error.code, error.status, error.isOperational]).toEqual(['APP_ERROR', 500, true]);
  expect(new AppError('Wrong', 'X', 503, false).isOperational).toBe(false);
});

test('a body that merely contains 401 is not a 401 (PLAT-14)', () => {
  expect(statusOf(fromResponse(409, said('Room 401 is taken', 'CONFLICT'), ''))).toBe(409);
});

test('people read the sentence of the server, never the raw text (PLAT-12)', () => {
  const error = fromResponse(409, said('Already answered', 'CONFLICT'), 'Conflict');
  expect(error).toBeInstanceOf(ResponseError);
  expect(messageOf(error, 'Failed')).toBe('Already answered');
  expect(messageOf(fromResponse(502, '<html>', 'Bad Gateway'), 'Failed')).toBe('Failed');
  expect(messageOf(new TypeError('x is undefined'), 'Failed')).toBe('Failed');
});

test('an error is recorded with message, time, browser and address; the last 100 (PLAT-19)', () => {
  for (let i = 0; i < 101; i += 1) record(new Error(`error ${i}`));
  const kept = recordedErrors();
  expect(kept).toHaveLength(100);
  expect(kept[0]?.message).toBe('error 1');
  expect(kept.at(-1)).toMatchObject({ browser: navigator.userAgent, url: location.href });
  expect(Date.parse(kept.at(-1)?.time ?? '')).not.toBeNaN();
});
