/** The names of all settings, and which other names look like typos of them. */

/** The settings of readEnv (env.ts). */
const OF_THE_PROGRAM = [
  ...[
    'PORT',
    'HOST',
    'PUBLIC_URL',
    'DATA_DIR',
    'BACKUP_DIR',
    'BACKUP_PLACE',
    'BACKUP_PASSPHRASE',
    'DATABASE_URL',
    'DATABASE_APP_URL',
    'SECRET_KEY',
  ],
  ...['SMTP_URL', 'MAIL_FROM', 'ADMIN_EMAILS', 'CLAIM_CODE', 'TRUSTED_PROXIES', 'LOG_LEVEL'],
  ...['METRICS_TOKEN', 'SIGNUPS'],
  ...['IMPORT_MAX_KIB', 'IMPORT_MAX_ROWS', 'PUSH_HOSTS', 'BITCOIN_NETWORK', 'CHAIN_URL'],
  ...['CHAIN_HOSTS', 'BILLING_WALLET', 'BILLING_MONTHLY_SATS', 'BILLING_YEARLY_SATS'],
  ...['SOURCE_URL', 'ANALYTICS_URL', 'DONATION_ADDRESS', 'DONATION_LIGHTNING'],
  ...['DISPLAY_RATE_USD_PER_BTC', 'PRICE_SOURCE'],
];
export const OF_COMMANDS: readonly string[] = ['BACKUP_PASSPHRASE_FILE', 'NEW_SECRET_KEY'];

export const SETTINGS: readonly string[] = [...OF_THE_PROGRAM, ...OF_COMMANDS];

/**
 * The setting that this name misses by one letter: replaced, added, missing or swapped with its
 * neighbor. Undefined for settings, and for names of other programs: too many of those are one
 * letter away from names as short as PORT or HOST.
 */
export function almostSetting(name: string): string | undefined {
  if (SETTINGS.includes(name)) return undefined;
  return SETTINGS.find((setting) => setting.length >= 7 && isOneOff(name, setting));
}

function isOneOff(given: string, meant: string): boolean {
  if (Math.abs(given.length - meant.length) > 1) return false;
  let at = 0;
  while (at < given.length && given[at] === meant[at]) at += 1;
  const [left, right] = [given.slice(at), meant.slice(at)];
  const isSwapped =
    left.slice(0, 2) === [right[1], right[0]].join('') && left.slice(2) === right.slice(2);
  return (
    isSwapped ||
    left.slice(1) === right.slice(1) ||
    left.slice(1) === right ||
    left === right.slice(1)
  );
}
