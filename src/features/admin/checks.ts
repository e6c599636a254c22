/** Whether what this instance stands on answers. What is not connected is not asked. */
import { databaseCheck } from '#server/http/health.ts';
import type { Services } from '#server/http/mount.ts';
import { NOT_CONFIGURED, type Service, type ServiceName } from './contract.ts';

/** A mail server may be slow to greet; it is asked now and then, and not for every look. */
const MAIL_ASKED_EVERY_MS = 30_000;
const MAIL_PATIENCE_MS = 5_000;

const notConfigured: Service = {
  status: 'unknown',
  responseTime: null,
  lastChecked: null,
  error: NOT_CONFIGURED,
};

export type Checks = {
  database(): Promise<Service>;
  services(): Promise<Record<ServiceName, Service>>;
};

export function startChecks({ db, clock, checkMail }: Services): Checks {
  const ask = databaseCheck(db.app);
  const database = () => timed(ask, clock);
  let mail: { at: number; answer: Promise<Service> } | undefined;
  const email = (): Promise<Service> => {
    if (!checkMail) return Promise.resolve(notConfigured);
    const at = clock().getTime();
    if (!mail || at - mail.at >= MAIL_ASKED_EVERY_MS)
      mail = { at, answer: timed(() => within(MAIL_PATIENCE_MS, checkMail()), clock) };
    return mail.answer;
  };
  return {
    database,
    services: async () => {
      const [ofDatabase, ofMail] = await Promise.all([database(), email()]);
      return {
        database: ofDatabase,
        bitcoin: notConfigured,
        lightning: notConfigured,
        email: ofMail,
        'external apis': notConfigured,
      };
    },
  };
}

/** A code, not a sentence: the words of a server may name its address and its users. */
async function timed(ask: () => Promise<unknown>, clock: () => Date): Promise<Service> {
  const began = performance.now();
  const error = await ask().then(
    () => null,
    (thrown: Error & { code?: string }) => thrown.code ?? thrown.name,
  );
  return {
    status: error === null ? 'healthy' : 'unhealthy',
    responseTime: Math.round((performance.now() - began) * 10) / 10,
    lastChecked: clock().toISOString(),
    error,
  };
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = Object.assign(new Error('No answer in time'), { code: 'TIMEOUT' });
  const timer = setTimeout(() => reject(late), ms);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
