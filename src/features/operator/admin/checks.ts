/**
 * Checks the services that this instance depends on; skips those not connected. Bitcoin and the
 * families' Lightning wallets are checked by jobs, whose latest results are used here.
 */
import { openBillingWallet } from '#features/money/billing/wallet.ts';
import { type BackupState, backupState, isStale, makesBackups } from '#server/backup-runs.ts';
import type { BillingSettings } from '#server/billing-settings.ts';
import type { Services } from '#server/http/context.ts';
import { withTimeout } from '#server/with-timeout.ts';
import {
  type BackupTrouble,
  type KnownServices,
  NOT_ASKED,
  NOT_CONFIGURED,
  type Service,
} from './contract.ts';
import { type Asked, chainSources, lightningWallets, priceLooks } from './store.ts';

/** Limits the checks: a watchdog and many open pages must not create load. */
const DATABASE_ASKED_EVERY_MS = 1_000;
/** A watchdog waits 2 s for the complete answer. */
const DATABASE_PATIENCE_MS = 1_500;
/** Mail servers and wallets may answer slowly. */
const OTHERS_ASKED_EVERY_MS = 30_000;
const OTHERS_PATIENCE_MS = 5_000;
/** Short enough to get the wallet's own error before our timeout. */
const WALLET_PATIENCE = { answerMs: 4_000, startMs: 4_000, payMs: 4_000 };

const notConfigured: Service = {
  status: 'unknown',
  responseTime: null,
  lastChecked: null,
  error: NOT_CONFIGURED,
};

export type Checks = {
  database(): Promise<Service>;
  services(): Promise<KnownServices>;
};

export function startChecks(services: Services): Checks {
  const { db, clock, checkMail, chain, prices, billing, settings } = services;
  const askDatabase = () => timed(DATABASE_PATIENCE_MS, () => db.app`SELECT 1`.execute(), clock);
  const sinceStart = () => performance.now();
  const database = kept(DATABASE_ASKED_EVERY_MS, sinceStart, askDatabase);
  const other = (ask: () => Promise<unknown>) =>
    kept(
      OTHERS_ASKED_EVERY_MS,
      () => clock().getTime(),
      () => timed(OTHERS_PATIENCE_MS, ask, clock),
    );
  const email = checkMail && other(checkMail);
  const askWallet = async (settings: BillingSettings) =>
    (await openBillingWallet(settings, { patience: WALLET_PATIENCE, ...chain })).close();
  const wallet = billing && other(() => askWallet(billing));
  return {
    database,
    services: async () => {
      const [ofDatabase, ofMail, sources, wallets, looks, ofWallet] = await Promise.all([
        database(),
        email?.() ?? notConfigured,
        chainSources(db.owner),
        lightningWallets(db.owner),
        priceLooks(db.owner),
        wallet?.(),
      ]);
      return {
        database: ofDatabase,
        bitcoin: serviceOf(sources, chain.server !== undefined),
        lightning: serviceOf(wallets, false),
        email: ofMail,
        'external apis': prices ? serviceOf(looks, true) : notConfigured,
        ...(ofWallet && { 'billing wallet': ofWallet }),
        ...(makesBackups(settings.environment) && {
          backups: serviceOfBackups(await backupState(db.owner), clock()),
        }),
      };
    },
  };
}

/** Combines many sources or wallets into one service; unknown if set up but never queried. */
function serviceOf({ count, failing, lastAt }: Asked, isSet: boolean): Service {
  if (count === 0) return isSet ? { ...notConfigured, error: NOT_ASKED } : notConfigured;
  return {
    status: failing === 0 ? 'healthy' : failing < count ? 'degraded' : 'unhealthy',
    responseTime: null,
    lastChecked: lastAt?.toISOString() ?? null,
    error: failing === 0 ? null : `${failing}/${count} SILENT`,
  };
}

/** Not checked live: the result of last night's backup. */
function serviceOfBackups(state: BackupState, now: Date): Service {
  const { last } = state;
  const trouble: BackupTrouble | null = last?.problem
    ? `backup_${last.problem}`
    : isStale(state, now)
      ? 'backup_stale'
      : last?.placeProblem
        ? `backup_place_${last.placeProblem}`
        : null;
  return {
    status: trouble ? 'unhealthy' : last ? 'healthy' : 'unknown',
    responseTime: null,
    lastChecked: last?.ranAt.toISOString() ?? null,
    error: trouble,
  };
}

/** The last result, with its time, until it is `forMs` old. */
function kept<T>(forMs: number, now: () => number, ask: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | undefined;
  return () => {
    const at = now();
    if (!last || Math.abs(at - last.at) >= forMs) last = { at, answer: ask() };
    return last.answer;
  };
}

/** A code instead of a message: a server's own may contain its address and users. */
async function timed(ms: number, ask: () => Promise<unknown>, clock: () => Date): Promise<Service> {
  const began = performance.now();
  const error = await withTimeout(ms, ask()).then(
    (answered) => (answered ? null : 'TIMEOUT'),
    (thrown: Error & { code?: string }) => thrown.code ?? thrown.name,
  );
  return {
    status: error === null ? 'healthy' : 'unhealthy',
    responseTime: Math.round((performance.now() - began) * 10) / 10,
    lastChecked: clock().toISOString(),
    error,
  };
}
