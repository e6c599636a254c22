/** Puts the product together: every feature's calls, the documents, the pages. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { openapi } from '#contract/openapi.ts';
import { PAGES } from '#contract/pages.ts';
import { adminHandlers } from '#features/admin/server.ts';
import { allowanceHandlers } from '#features/allowances/server.ts';
import { approvalHandlers } from '#features/approvals/server.ts';
import { networkOf } from '#features/auth/rules.ts';
import { authHandlers } from '#features/auth/server.ts';
import { balanceHandlers } from '#features/balances/server.ts';
import { blogHandlers } from '#features/blog/server.ts';
import { childrenHandlers } from '#features/children/server.ts';
import { emailChangeHandlers } from '#features/email-change/server.ts';
import { familyHandlers } from '#features/family/server.ts';
import { allocationHandlers } from '#features/goals/allocations/server.ts';
import { mountGoalPictures } from '#features/goals/pictures.ts';
import { goalHandlers } from '#features/goals/server.ts';
import { handoverHandlers } from '#features/handover/server.ts';
import { importHandlers } from '#features/imports/server.ts';
import { lessonHandlers } from '#features/lessons/server.ts';
import { messageHandlers } from '#features/messages/server.ts';
import { privacyHandlers } from '#features/privacy/server.ts';
import { pushHandlers } from '#features/push/server.ts';
import { statementHandlers } from '#features/statements/server.ts';
import { transactionHandlers } from '#features/transactions/server.ts';
import { visitHandlers } from '#features/visits/server.ts';
import { lapses } from '#screens/dashboard/lapses.ts';
import { mountDashboard } from '#screens/dashboard/server.ts';
import { visitReporter } from '#server/adapters/visits/visit-reporter.ts';
import { deriveKey } from '#server/env.ts';
import { etags } from '#server/http/etag.ts';
import { limiter } from '#server/http/limits.ts';
import { mountLive } from '#server/http/live.ts';
import { type Mounted, mount, type Services } from '#server/http/mount.ts';
import { newServer, type ServerOptions } from '#server/http/server.ts';
import { type Monitor, startMonitor } from '#server/monitor/monitor.ts';
import { mountPublicPages } from '#site/server/public-pages.ts';
import { type SiteSettings, siteValues } from '#site/server/site-settings.ts';
import { bookings } from './bookings.ts';
import { buildId } from './build-id.ts';
import { contracts } from './contracts.ts';
import { docsPage } from './docs.ts';
import { erasers } from './erasers.ts';
import { pruneHooks, reversalHooks } from './ledger-hooks.ts';

const pagesFolder = fileURLToPath(new URL('../../dist/web/', import.meta.url));

export async function buildServer(
  given: Services,
  options: Pick<ServerOptions, 'trustedProxies' | 'logLevel' | 'logTo'> & { site?: SiteSettings },
): Promise<FastifyInstance> {
  const services: Mounted = { ...given, etags: newEtags(given) };
  const monitor = newMonitor(services);
  const app = await newServer({
    ...options,
    publicUrl: services.publicUrl,
    scriptHashes: scriptHashes(),
    isCall: (url) => OPERATOR.includes(url.split('?', 1)[0] as string),
    crashed: monitor.crashed,
  });
  monitor.watch(app);
  const limit = limiter(services.db.app, monitor.limited);
  mount(app, services, contracts.auth, authHandlers(services, limit));
  mount(app, services, contracts.emailChange, emailChangeHandlers(services, limit));
  mount(app, services, contracts.family, familyHandlers(services));
  mount(app, services, contracts.children, childrenHandlers(services, erasers));
  mount(app, services, contracts.handover, handoverHandlers(services));
  mount(app, services, contracts.allowances, allowanceHandlers());
  mount(app, services, contracts.transactions, transactionHandlers(services, reversalHooks));
  mount(app, services, contracts.balances, balanceHandlers());
  mount(app, services, contracts.statements, statementHandlers());
  mount(
    app,
    services,
    contracts.approvals,
    approvalHandlers(services, bookings(services.importLimits)),
  );
  mount(app, services, contracts.messages, messageHandlers());
  mount(app, services, contracts.lessons, lessonHandlers());
  mount(app, services, contracts.privacy, privacyHandlers(services, pruneHooks));
  mount(app, services, contracts.push, pushHandlers(services.push));
  mount(app, services, contracts.goals, goalHandlers(reversalHooks));
  mount(app, services, contracts.allocations, allocationHandlers(services));
  mountGoalPictures(app, services);
  mount(app, services, contracts.imports, importHandlers(services));
  mount(app, services, contracts.blog, blogHandlers(services, app));
  mount(app, services, contracts.visits, visitHandlers(services, reporter(options.site)));
  mountDashboard(app, services);
  mountLive(app, services);
  mountDocuments(app);
  app.get('/api/login', (_, reply) => reply.redirect('/onboarding', 302));
  mount(app, services, contracts.admin, adminHandlers(services, monitor));
  mountPublicPages(app, pagesFolder, siteValues(services.publicUrl, options.site));
  await mountPages(app, monitor);
  return app;
}

/** Calls that have no /api/ before them, and the other calls of operators. */
const OPERATOR = Object.values(contracts.admin).map(({ path }): string => path);

const newEtags = ({ sealKey, admins }: Services) =>
  etags({ key: deriveKey(sealKey, 'etag'), build: buildId(), admins, lapses });

const newMonitor = ({ db, clock }: Services): Monitor =>
  startMonitor({
    ...{ db, clock, networkOf },
    signIn: [contracts.auth.verify.path, contracts.auth.verifyCode.path],
    operator: OPERATOR,
  });

const reporter = (site: SiteSettings = {}) =>
  site.analyticsUrl === undefined ? undefined : visitReporter(site.analyticsUrl);

function mountDocuments(app: FastifyInstance): void {
  const document = openapi(contracts, {
    title: 'Satling',
    version: '1',
    description: 'A savings book for every child. Amounts are BTC with 8 decimals, as text.',
  });
  const page = docsPage(contracts, document);
  app.get('/api/openapi.json', async () => document);
  app.get('/api/docs', (_, reply) => reply.type('text/html; charset=utf-8').send(page));
}

function scriptHashes(): string[] {
  const file = `${pagesFolder}csp.json`;
  if (!existsSync(file)) return [];
  return (JSON.parse(readFileSync(file, 'utf8')) as { scriptHashes: string[] }).scriptHashes;
}

/** Files with a hash in their name never change; pages are asked for every time. */
async function mountPages(app: FastifyInstance, monitor: Monitor): Promise<void> {
  const built = existsSync(`${pagesFolder}index.html`);
  const page = (reply: FastifyReply, file: string, code = 200) =>
    reply.code(code).header('cache-control', 'no-cache').sendFile(file);
  if (built) {
    await app.register(serveStatic, {
      root: pagesFolder,
      wildcard: false,
      index: false,
      preCompressed: true,
      globIgnore: ['**/*.html', '**/csp.json', '**/site.json'],
      setHeaders: (reply, path) => {
        const forever = path.includes('/assets/');
        reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    for (const path of PAGES) app.get(path, (_, reply) => page(reply, 'index.html'));
  }
  app.setNotFoundHandler((request, reply) => {
    monitor.unknownAddress(reply);
    const asksPage = (request.method === 'GET' || request.method === 'HEAD') && built;
    return asksPage && !request.url.startsWith('/api/')
      ? page(reply, 'index.html', 404)
      : reply.code(404).send({ message: 'Not found', code: 'NOT_FOUND' });
  });
}
