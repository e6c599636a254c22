/** Browser names, lifetimes of links and sessions, and the displayed book's owner. Pure. */

import type { Language } from '#core/language.ts';
import { MINUTE } from '#core/time.ts';
import { CODE_MINUTES, LINK_MINUTES } from './contract.ts';

const HOUR_IN_SECONDS = 3_600;

export const SIGN_IN_LIMITS = {
  addressAndNetwork: { points: 5, seconds: HOUR_IN_SECONDS },
  network: { points: 20, seconds: HOUR_IN_SECONDS },
  address: { points: 30, seconds: HOUR_IN_SECONDS },
  everyone: { points: 5_000, seconds: HOUR_IN_SECONDS },
  /** Replaces the other limits for mails triggered by a browser known for the address. */
  device: { points: 10, seconds: HOUR_IN_SECONDS },
  wrongTries: { points: 20, seconds: 900 },
  /** Code attempts per address, regardless of the number of links. Links keep working. */
  codeTries: { points: 30, seconds: HOUR_IN_SECONDS },
} as const;

export const linkLife = (now: Date) => ({
  expiresAt: new Date(now.getTime() + LINK_MINUTES * MINUTE),
  codeExpiresAt: new Date(now.getTime() + CODE_MINUTES * MINUTE),
});

/** A device's rough name for the list of sessions: browser and system, no versions. */
export function deviceName(userAgent: string | undefined): string {
  const ua = userAgent ?? '';
  const browser = BROWSERS.find(([sign]) => ua.includes(sign))?.[1] ?? 'Browser';
  const system = SYSTEMS.find(([sign]) => ua.includes(sign))?.[1];
  return system ? `${browser} on ${system}` : browser;
}

/** A device's name (`Firefox on Linux`) as worded in each language. */
export const deviceIn: Readonly<Record<Language, (device: string) => string>> = {
  en: (device) => device,
  de: (device) => device.replace(' on ', ' auf '),
  es: (device) => device.replace(' on ', ' en ').replace(/^Browser/, 'Navegador'),
};

// Order matters: Edge and Opera also say Chrome, Chrome also says Safari.
const BROWSERS: [string, string][] = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
];

const SYSTEMS: [string, string][] = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'Mac'],
  ['CrOS', 'Chromebook'],
  ['Linux', 'Linux'],
];

/**
 * The network of a home or office: IPv4 /24, IPv6 /48. An IPv4 address that arrived over an IPv6
 * socket (`::ffff:203.0.113.5`, RFC 4291 §2.5.5.2) is treated as IPv4.
 */
export function networkOf(ip: string): string {
  const v4 = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!v4.includes(':')) return v4.split('.').slice(0, 3).join('.');
  const [head = '', tail = ''] = v4.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === '' ? [] : tail.split(':');
  const zeros = v4.includes('::') ? 8 - first.length - last.length : 0;
  return [...first, ...Array<string>(zeros).fill('0'), ...last].slice(0, 3).join(':');
}

/** A book's owner: person, family, role, and handover. Undefined unless this is a user. */
export function ownerOf(user: unknown): string | undefined {
  if (typeof user !== 'object' || user === null || !('id' in user)) return undefined;
  const { id, familyId, role, childId, handedOver } = user as Record<string, unknown>;
  return JSON.stringify([id, familyId, role, childId, handedOver]);
}
