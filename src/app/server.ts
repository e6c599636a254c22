/** Assembles the product: every feature's calls, the documentation, the pages. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bodyOf, Refusal } from '#contract/errors.ts';
import { openapi } from '#contract/openapi.ts';
import { PAGES } from '#contract/pages.ts';
import { because } from '#contract/reasons.ts';
import { aroundChange } from '#features/book/changes/watching.ts';
import { moneyWatch } from '#features/money/lightning/ceiling/watch.ts';
import { mountLnurlp } from '#features/money/lightning/gifts/lnurlp.ts';
import { LNURLP } from '#features/money/lightning/gifts/rules.ts';
import { isRelayPipe, mountRelayPipe } from '#features/money/lightning/pipe/server.ts';
import { admin } from '#features/operator/admin/contract.ts';
import { mountRestoreUpload } from '#features/operator/backups/restore/upload.ts';
import { auth } from '#features/people/auth/contract.ts';
import { networkOf } from '#features/people/auth/rules.ts';
import { passkeys } from '#features/people/step-up/passkeys/contract.ts';
import { recovery } from '#features/people/step-up/recovery/contract.ts';
import { lapses } from '#screens/dashboard/lapses.ts';
import { visitReporter } from '#server/adapters/visits/visit-reporter.ts';
import { deriveKey } from '#server/env.ts';
import type { Services } from '#server/http/context.ts';
import { DOCS_STYLE, docsPage } from '#server/http/docs.ts';
import { etags } from '#server/http/etag.ts';
import { callersOf, knownSessions } from '#server/http/known-sessions.ts';
import { newLanes } from '#server/http/lanes.ts';
import { JSON_TYPE } from '#server/http/lasting.ts';
import { limiter } from '#server/http/limits.ts';
import { mountLive } from '#server/http/live.ts';
import type { Mounted } from '#server/http/mounted.ts';
import { type InlineHashes, newServer, type ServerOptions } from '#server/http/server.ts';
import { newTalks } from '#server/http/talking.ts';
import { QUICK, type TextFile, textFile } from '#server/http/text-file.ts';
import { type Monitor, startMonitor } from '#server/monitor/monitor.ts';
import { mountPublicPages } from '#site/server/public-pages.ts';
import { type SiteSettings, siteValues } from '#site/server/site-settings.ts';
import { buildId } from './build-id.ts';
import { contracts, features } from './features.ts';
import { isEncrypted, keepers } from './keepers.ts';

const pagesFolder = fileURLToPath(new URL('../../dist/web/', import.meta.url));

export async function buildServer(
  given: Services,
  options: Pick<ServerOptions, 'trustedProxies' | 'logLevel' | 'logTo'> & { site?: SiteSettings },
): Promise<FastifyInstance> {
  const known = knownSessions((hints) => callersOf(given.db.app, hints, given.clock()));
  const lanes = newLanes(given.cookies, networkOf, known);
  const services: Mounted = {
    ...{ ...given, etags: newEtags(given), lanes, talks: newTalks() },
    money: moneyWatch(given),
    aroundChange: aroundChange({ services: given, keepers, isEncrypted }),
  };
  const monitor = newMonitor(services);
  const app = await newServer({
    ...options,
    publicUrl: services.publicUrl,
    inline: inlineHashes(),
    isCall: (url) => OPERATOR.includes(url.split('?', 1)[0] as string) || url.startsWith(LNURLP),
    isUpgrade: isRelayPipe,
    crashed: monitor.crashed,
  });
  monitor.watch(app);
  const limit = limiter(services.db.app, monitor.limited);
  const reportVisit = reporter(options.site);
  for (const { mount } of Object.values(features))
    mount({ app, services, limit, monitor, reportVisit });
  mountLive(app, services);
  mountRestoreUpload(app, services, limit);
  mountLnurlp(app, services, limit);
  mountRelayPipe(app, services, limit);
  mountDocuments(app);
  app.get('/api/login', (_, reply) => reply.redirect('/onboarding', 302));
  const sells = services.billing !== undefined;
  mountPublicPages(app, pagesFolder, siteValues(services.publicUrl, options.site, sells));
  await mountPages(app, monitor, {
    usdPerBtc: options.site?.usdPerBtc,
    sells,
    isUndecided: services.chain.isUndecided === true,
    sendsMail: services.checkMail !== undefined,
  });
  return app;
}

/** Calls outside /api/, and the other calls of operators. */
const OPERATOR = Object.values(admin).map(({ path }): string => path);

const newEtags = ({ sealKey, admins }: Services) =>
  etags({ key: deriveKey(sealKey, 'etag'), build: buildId(), admins, lapses });

const newMonitor = ({ db, clock }: Services): Monitor =>
  startMonitor({
    ...{ db, clock, networkOf },
    signIn: [
      auth.verify.path,
      auth.verifyCode.path,
      auth.claim.path,
      passkeys.signIn.path,
      recovery.signIn.path,
    ],
    operator: OPERATOR,
  });

const reporter = (site: SiteSettings = {}) =>
  site.analyticsUrl === undefined ? undefined : visitReporter(site.analyticsUrl);

/** Few people read these, so they are made for the first reader. */
function mountDocuments(app: FastifyInstance): void {
  let made: Record<'document' | 'page', TextFile> | undefined;
  const make = () => {
    const document = openapi(features, {
      title: 'Satling',
      version: '1',
      description: 'A savings book for every child. Amounts are BTC with 8 decimals, as text.',
    });
    const page = docsPage(contracts, document);
    return {
      document: textFile(JSON.stringify(document), JSON_TYPE, QUICK),
      page: textFile(page, 'text/html; charset=utf-8', QUICK),
    };
  };
  const serve = (which: 'document' | 'page') => (request: FastifyRequest, reply: FastifyReply) => {
    made ??= make();
    return made[which](request, reply);
  };
  app.get('/api/openapi.json', serve('document'));
  app.get('/api/docs', serve('page'));
}

/** Hashes of the build, and of the API page. */
function inlineHashes(): InlineHashes {
  const file = `${pagesFolder}csp.json`;
  const built: InlineHashes = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { scriptHashes: [], styleHashes: [] };
  const ofDocs = `sha256-${createHash('sha256').update(DOCS_STYLE).digest('base64')}`;
  return { ...built, styleHashes: [...built.styleHashes, ofDocs] };
}

/** Files with a hash in their name never change; pages are revalidated every time. */
async function mountPages(app: FastifyInstance, monitor: Monitor, site: PageFacts): Promise<void> {
  const file = `${pagesFolder}index.html`;
  const shell = existsSync(file)
    ? textFile(withFacts(readFileSync(file, 'utf8'), site), 'text/html; charset=utf-8')
    : undefined;
  if (shell) {
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
    for (const path of PAGES) app.get(path, shell);
  }
  app.setNotFoundHandler((request, reply) => {
    monitor.unknownAddress(reply);
    const asksPage = request.method === 'GET' || request.method === 'HEAD';
    return shell && asksPage && !request.url.startsWith('/api/')
      ? shell(request, reply.code(404))
      : reply.code(404).send(NOT_FOUND);
  });
}

const NOT_FOUND = bodyOf(new Refusal('NOT_FOUND', because('NOT_FOUND')));

interface PageFacts {
  usdPerBtc: SiteSettings['usdPerBtc'];
  sells: boolean;
  isUndecided: boolean;
  sendsMail: boolean;
}

/**
 * Writes into the pages the operator's display rate (web/ui/money-text.ts), and whether the server
 * sells, accepts wallets yet, and sends mail.
 */
function withFacts(html: string, { usdPerBtc, sells, isUndecided, sendsMail }: PageFacts): string {
  const facts = [
    usdPerBtc === undefined ? '' : ` data-usd-per-btc="${usdPerBtc}"`,
    sells ? ' data-sells' : '',
    isUndecided ? ' data-network-undecided' : '',
    sendsMail ? '' : ' data-no-mail',
  ];
  return html.replace('<html', `<html${facts.join('')}`);
}
