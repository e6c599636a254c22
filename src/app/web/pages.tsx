/** Shows the page of the address: looks it up in the route table, and loads it on first use. */
import { t } from '@lingui/core/macro';
import { type ReactNode, Suspense, useDeferredValue } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { PAGES, type PageAddress } from '#contract/pages.ts';
import { QuietFrame } from '#screens/shell/web/quiet-frame.tsx';
import { Shell } from '#screens/shell/web/shell.tsx';
import { useRouteChange } from '#screens/shell/web/use-route-change.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { isSignedIn } from '#web/signed-in.ts';
import { Loading } from '#web/ui/skeleton.tsx';
import { usePage } from '#web/ui/use-page.ts';
import { type PageRoute, ROUTES } from './route-table.tsx';

const NotFound = lazyPart(async () => (await import('#screens/shell/web/not-found.tsx')).NotFound);

export function Pages() {
  useRouteChange();
  return (
    <Switch>
      {PAGES.map((path) => (
        <Route key={frameKey(path)} path={path}>
          <OnePage route={ROUTES[path]} />
        </Route>
      ))}
      <Route>
        <QuietFrame>
          <Titled title={t`Page not found`} about={aboutBook()}>
            <Suspense>
              <NotFound />
            </Suspense>
          </Titled>
        </QuietFrame>
      </Route>
    </Switch>
  );
}

/** Pages with the same key keep their frame when the reader moves between them. */
function frameKey(path: PageAddress): string {
  if (path.startsWith('/demo')) return 'demo';
  return hasShell(ROUTES[path]) ? 'shell' : path;
}

const hasShell = ({ frame }: PageRoute) =>
  frame === 'shell' || frame === 'narrow' || (frame === 'member' && isSignedIn());

function OnePage({ route }: { route: PageRoute }) {
  if (route.signedIn && !isSignedIn()) return <Redirect to="/onboarding" replace />;
  const page = (
    <Titled title={route.title()} about={(route.about ?? aboutBook)()}>
      <Suspense fallback={<Loading label={t`Opening the book`} height="60dvh" />}>
        <route.Page />
      </Suspense>
    </Titled>
  );
  if (hasShell(route))
    return (
      <Shell narrow={route.frame !== 'shell'} adults={route.adults}>
        <InSteps key={route.title()}>{page}</InSteps>
      </Shell>
    );
  return route.frame === 'own' ? page : <QuietFrame>{page}</QuietFrame>;
}

/**
 * Draws a new page in small steps, after showing the press that led to it, which keeps a slow
 * device responsive. Its key is shared by all addresses of one page.
 */
function InSteps({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) ? children : <div style={{ minHeight: '60dvh' }} />;
}

const aboutBook = () => t`Your family’s savings books.`;

function Titled({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  // The same for all: pages behind a sign-in are not indexed.
  const keywords = t`pocket money, allowance, Bitcoin, sats, Lightning, children, savings`;
  usePage({ title, description: about, keywords, path: location.pathname });
  return children;
}
