/**
 * Stops extended keys from being sent by calls not meant to take one: a key pasted into a name, a
 * reason or the address of a payment stays in the browser.
 */
import { t } from '@lingui/core/macro';
import type { Endpoint } from '#contract/endpoint.ts';
import { ValidationError } from './errors.ts';

/** Public or private, of any network, 111 characters; nothing else has so many letters in a row. */
const KEY = /[xyztuvYZUV]p(?:ub|rv)[1-9A-HJ-NP-Za-km-z]{100}/;

/** @throws ValidationError at the field that contains a key */
export function refuseKeys({ takesKey }: Pick<Endpoint, 'takesKey'>, input: object): void {
  if (takesKey) return;
  for (const [field, value] of Object.entries(input))
    if (holdsKey(value))
      throw new ValidationError(
        t`This holds a wallet’s key, so it was not sent. A key belongs only in your wallet’s settings.`,
        field,
      );
}

function holdsKey(value: unknown): boolean {
  // A key pasted over two lines is still a key.
  if (typeof value === 'string') return value.length > 100 && KEY.test(value.replace(/\s/g, ''));
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsKey);
}
