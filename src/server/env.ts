/**
 * The settings, read once from the environment. All are optional; a bad value stops the start with
 * one clear line. docs/operations.md explains each.
 */

import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ADDRESS_FORMATS, type BitcoinNetwork } from '#core/bitcoin/network.ts';
import { PRICE_SOURCES } from '#core/price.ts';
import { readChainServer } from './adapters/chain/server.ts';
import { type PriceSource, priceSource } from './adapters/price/source.ts';
import { type BackupPlace, backupPlace } from './backup-place.ts';
import { makesBackups } from './backup-runs.ts';
import { type BillingSettings, DEFAULT_PRICES, readBillingWallet } from './billing-settings.ts';
import type { ChainSettings } from './chain-settings.ts';
import { openDataFolder } from './data-folder.ts';
import { almostSetting } from './setting-names.ts';
import {
  BadSetting,
  emails,
  type Given,
  matching,
  originUrl,
  sender,
  url,
  whole,
} from './setting-values.ts';

/** `invited`: by the operator. People invited by a family can always join. */
export const SIGNUPS = ['open', 'invited', 'closed'] as const;
export type Signups = (typeof SIGNUPS)[number];

export type Env = {
  port: number;
  host: string;
  /** No trailing slash. Links in mails start with it, never with a Host header. */
  publicUrl: string;
  dataDir: string;
  /** Folder for the nightly backups; undefined if backups are made outside Satling. */
  backupDir: string | undefined;
  /** Additional off-site storage for the copies. */
  backupPlace: BackupPlace | undefined;
  databaseUrl: string | undefined;
  /** The role that serves requests; if undefined, the program creates one. */
  databaseAppUrl: string | undefined;
  /** 32 bytes; every other key is derived from it. */
  secretKey: Uint8Array;
  smtpUrl: string | undefined;
  mailFrom: string;
  adminEmails: ReadonlySet<string>;
  /**
   * Entering it on a server without an operator makes that person the operator. If undefined, the
   * code printed at startup is used.
   */
  claimCode: string | undefined;
  trustedProxies: number;
  logLevel: string;
  /** Lets a metrics collector read GET /metrics. */
  metricsToken: string | undefined;
  /** Limits of one import of a wallet's file. */
  importLimits: { bytes: number; rows: number };
  /** The push services of browsers; pushes are sent to no other host. */
  pushHosts: readonly string[];
  chain: ChainSettings;
  /** Restricts the creation of families here. */
  signups: Signups;
  /** Undefined: no price source is used. */
  prices: PriceSource | undefined;
  /** Undefined: nothing is sold and every feature is open. */
  billing: BillingSettings | undefined;
  /** Shown on pages; contact details that are not set are omitted. */
  site: {
    sourceUrl: string | undefined;
    analyticsUrl: string | undefined;
    donationAddress: string | undefined;
    donationLightning: string | undefined;
    /** The fixed display rate, if not the usual one. */
    usdPerBtc: number | undefined;
  };
};

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** @throws Error with one line, mostly BadSetting; also if no key can be stored in DATA_DIR */
export function readEnv(env: Given): Env {
  refuseMistyped(env);
  const port = whole(env, 'PORT', 3000, 0, 65_535);
  const host = env.HOST || '127.0.0.1';
  const dataDir = resolve(env.DATA_DIR || 'data');
  const { publicUrl = `http://localhost:${port}`, ...changeable } = readChangeable(env);
  const logLevel = env.LOG_LEVEL || 'info';
  if (!LEVELS.includes(logLevel)) throw new BadSetting('LOG_LEVEL', `one of ${LEVELS}`, logLevel);
  const adminEmails = emails(env, 'ADMIN_EMAILS');
  return {
    port,
    host,
    publicUrl,
    dataDir,
    backupDir: makesBackups(env) ? resolve(env.BACKUP_DIR || join(dataDir, 'backups')) : undefined,
    backupPlace: backupPlace(env),
    databaseUrl: url(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    databaseAppUrl: url(env, 'DATABASE_APP_URL', ['postgres:', 'postgresql:']),
    secretKey: secretKey(env.SECRET_KEY, dataDir),
    adminEmails,
    claimCode: shared(env, 'CLAIM_CODE'),
    trustedProxies: whole(env, 'TRUSTED_PROXIES', 0, 0, 10),
    logLevel,
    metricsToken: shared(env, 'METRICS_TOKEN'),
    importLimits: {
      bytes: whole(env, 'IMPORT_MAX_KIB', 2_048, 1, 16_384) * 1024,
      rows: whole(env, 'IMPORT_MAX_ROWS', 5_000, 1, 100_000),
    },
    pushHosts: pushHosts(env.PUSH_HOSTS),
    ...changeable,
    prices: pricesSetting(env),
    billing: billingSettings(env),
  };
}

type Changeable = Pick<Env, 'smtpUrl' | 'mailFrom' | 'chain' | 'signups' | 'site'> & {
  publicUrl: string | undefined;
};

/** The settings that an operator can also change on a page (settings.ts). @throws BadSetting */
export function readChangeable(env: Given): Changeable {
  return {
    publicUrl: originUrl(env, 'PUBLIC_URL'),
    smtpUrl: url(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: sender(env, 'MAIL_FROM') ?? 'Satling <satling@localhost>',
    chain: chainSettings(env),
    signups: signups(env),
    site: {
      sourceUrl: url(env, 'SOURCE_URL', ['https:', 'http:']),
      analyticsUrl: url(env, 'ANALYTICS_URL', ['https:', 'http:']),
      donationAddress: matching(
        env,
        'DONATION_ADDRESS',
        /^[A-Za-z0-9]{20,150}$/,
        'a Bitcoin address',
      ),
      donationLightning: matching(env, 'DONATION_LIGHTNING', LIGHTNING_ADDRESS, 'name@host'),
      usdPerBtc: env.DISPLAY_RATE_USD_PER_BTC
        ? whole(env, 'DISPLAY_RATE_USD_PER_BTC', 0, 1, 1_000_000_000)
        : undefined,
    },
  };
}

/**
 * Treats a name one letter off from ours as a typo: DATABASE_URLS would silently start the program
 * on another, empty book.
 * @throws Error
 */
function refuseMistyped(env: Given): void {
  for (const name of Object.keys(env)) {
    const meant = almostSetting(name);
    if (meant)
      throw new Error(`There is no setting ${name}: set ${meant} if that is meant, or unset it`);
  }
}

/** A secret that is sent unencoded. @throws BadSetting */
function shared(env: Given, name: string): string | undefined {
  const given = env[name];
  if (!given) return undefined;
  if (!/^[\x21-\x7e]{16,200}$/.test(given))
    throw new BadSetting(name, '16 to 200 characters without spaces', '…');
  return given;
}

const PUSH_HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

/** @throws BadSetting for an invalid host name. */
function pushHosts(given: string | undefined): string[] {
  const named = (given ?? '').split(',').flatMap((host) => host.trim().toLowerCase() || []);
  for (const host of named)
    if (!/^(\*\.)?([a-z0-9-]+\.)+[a-z]+$/.test(host))
      throw new BadSetting('PUSH_HOSTS', 'names of hosts with commas between them', host);
  return [...PUSH_HOSTS, ...named];
}

const NETWORKS = Object.keys(ADDRESS_FORMATS) as BitcoinNetwork[];

/** @throws BadSetting */
function signups(env: Given): Signups {
  const named = env.SIGNUPS || 'open';
  const found = SIGNUPS.find((one) => one === named);
  if (!found) throw new BadSetting('SIGNUPS', `one of ${SIGNUPS}`, named);
  return found;
}

/** @throws BadSetting */
function chainSettings(env: Given): ChainSettings {
  const named = env.BITCOIN_NETWORK || 'testnet';
  const isUndecided = !env.BITCOIN_NETWORK;
  const network = NETWORKS.find((one) => one === named);
  if (!network) throw new BadSetting('BITCOIN_NETWORK', `one of ${NETWORKS}`, named);
  const server = env.CHAIN_URL ? readChainServer(env.CHAIN_URL) : undefined;
  // The address may contain a key, so it is not repeated.
  if (env.CHAIN_URL && !server)
    throw new BadSetting('CHAIN_URL', 'an address such as https://host/api or ssl://host', '…');
  const hosts = (env.CHAIN_HOSTS ?? '')
    .split(',')
    .flatMap((host) => host.trim().toLowerCase() || []);
  for (const host of hosts)
    if (!/^[a-z0-9.-]+(:\d{1,5})?$/.test(host))
      throw new BadSetting('CHAIN_HOSTS', 'hosts, such as umbrel.local:50001', host);
  return { network, server, hosts, ...(isUndecided && { isUndecided }) };
}

/** @throws BadSetting */
function pricesSetting({ PRICE_SOURCE: named }: Given): PriceSource | undefined {
  if (!named) return undefined;
  const found = PRICE_SOURCES.find((one) => one === named);
  if (!found) throw new BadSetting('PRICE_SOURCE', `one of ${PRICE_SOURCES}`, named);
  return priceSource(found);
}

const MOST_PRICE = 10_000_000;

/** @throws BadSetting */
function billingSettings(env: Given): BillingSettings | undefined {
  const price = (name: string, usual: bigint) =>
    BigInt(whole(env, name, Number(usual), 1, MOST_PRICE));
  const prices = {
    monthlySats: price('BILLING_MONTHLY_SATS', DEFAULT_PRICES.monthlySats),
    yearlySats: price('BILLING_YEARLY_SATS', DEFAULT_PRICES.yearlySats),
  };
  if (!env.BILLING_WALLET) return undefined;
  try {
    return { ...readBillingWallet(env.BILLING_WALLET), ...prices };
  } catch {
    // The text is a key to money, so it is not repeated.
    const expected = 'a connection string such as nostr+walletconnect://…?relay=…&secret=…';
    throw new BadSetting('BILLING_WALLET', expected, '…');
  }
}

/** Derives a key for one purpose (RFC 5869 HKDF-SHA-256), so no two uses share key material. */
export const deriveKey = (secret: Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', `satling ${purpose}`, 32));

/** LUD-16 */
const LIGHTNING_ADDRESS = /^[a-z0-9._+-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** @throws BadSetting */
export function keyFromText(name: string, text: string): Uint8Array {
  if (text.length < 32) throw new BadSetting(name, 'a secret of 32 characters or more', '…');
  return createHash('sha256').update(text).digest();
}

/**
 * Derived from SECRET_KEY (any text of 32 characters or more); otherwise generated once, readable
 * only by us.
 */
function secretKey(given: string | undefined, dataDir: string): Uint8Array {
  if (given) return keyFromText('SECRET_KEY', given);
  openDataFolder(dataDir);
  const file = join(dataDir, 'secret.key');
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const text = readFileSync(file, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new Error(
      `${file} must hold 64 hex digits. Restore it from a backup; without it the ledger’s chain cannot be checked.`,
    );
  return Buffer.from(text, 'hex');
}
