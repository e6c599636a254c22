/**
 * Forwards a visit to the operator's collector: the page's address and the event, without any data
 * about the visitor. The browser calls us and we call the collector, so no address, cookie or
 * browser name of a family reaches it. Without a collector this does nothing; visits are never
 * stored here.
 */
import { networkOf } from '#features/people/auth/rules.ts';
import type { VisitReporter } from '#server/adapters/visits/visit-reporter.ts';
import { findActor } from '#server/http/actor.ts';
import type { Services } from '#server/http/context.ts';
import { memoryLimiter } from '#server/http/limits.ts';
import type { Handlers } from '#server/http/mount.ts';
import type { visits } from './contract.ts';
import { isCounted, mayBeCounted } from './rules.ts';

const EACH_NETWORK = { points: 300, seconds: 3600 };

export function visitHandlers(
  { db, cookies, admins }: Services,
  report: VisitReporter | undefined,
): Handlers<typeof visits> {
  const mayCount = memoryLimiter(EACH_NETWORK);
  return {
    report: async ({ path, name }, { request, now }) => {
      if (!report || !isCounted(path)) return { counted: false };
      const session = cookies.read(request, 'session');
      const visitor = session ? await findActor(db.app, session, admins, now) : undefined;
      if (!mayBeCounted(visitor)) return { counted: false };
      if (!(await mayCount(networkOf(request.ip)))) return { counted: false };
      return { counted: report({ path, name }) };
    },
  };
}
