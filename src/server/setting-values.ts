/** Parses single settings as written in the environment: addresses, numbers, names. */
import * as v from 'valibot';
import { email } from '#contract/fields.ts';

/** Settings as written, by name. */
export type Given = Readonly<Record<string, string | undefined>>;

export class BadSetting extends Error {
  readonly setting: string;

  constructor(name: string, expected: string, got: string | undefined) {
    super(`${name} must be ${expected}, not ${JSON.stringify(got ?? '')}`);
    this.setting = name;
  }
}

/** @throws BadSetting */
export function emails(env: Given, name: string): Set<string> {
  const named = (env[name] ?? '').split(',').flatMap((one) => one.trim().toLowerCase() || []);
  for (const one of named)
    if (!v.is(email(), one))
      throw new BadSetting(name, 'email addresses with commas between them', one);
  return new Set(named);
}

/** `address@host` or `Name <address@host>`. @throws BadSetting */
export function sender(env: Given, name: string): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  const address = /^[^<>\p{C}]*<([^<>]+)>$/u.exec(text)?.[1] ?? text;
  if (!/^[^\s\p{C}"(),:;<>@]+@[^\s\p{C}"(),:;<>@]+$/u.test(address))
    throw new BadSetting(name, 'an email address, or Name <address>', text);
  return text;
}

export function whole(
  env: Given,
  name: string,
  otherwise: number,
  least: number,
  most: number,
): number {
  const text = env[name];
  if (!text) return otherwise;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw new BadSetting(name, `a whole number from ${least} to ${most}`, text);
  return value;
}

export function matching(
  env: Given,
  name: string,
  form: RegExp,
  expected: string,
): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  if (!form.test(text)) throw new BadSetting(name, expected, text);
  return text;
}

export function url(env: Given, name: string, schemes: string[]): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  const scheme = URL.canParse(text) ? new URL(text).protocol : '';
  // The address may contain a password, so it is not repeated.
  if (!schemes.includes(scheme))
    throw new BadSetting(name, `an address that starts with ${schemes.join('// or ')}//`, '…');
  return text;
}

/**
 * The start of links in mails, without a trailing slash. No path, because we serve no page below
 * one.
 */
export function originUrl(env: Given, name: string): string | undefined {
  const text = url(env, name, ['http:', 'https:'])?.replace(/\/+$/, '');
  if (text === undefined) return undefined;
  const { origin, href } = new URL(text);
  if (href !== `${origin}/`)
    throw new BadSetting(name, 'an address without a path, such as https://book.example', text);
  return text;
}
