/**
 * The frame of every demo page: the striped bar, the header, and a separate query cache to keep
 * sample data apart from a family's own.
 */
import { t } from '@lingui/core/macro';
import { QueryClientProvider } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { OwnAmountHabits } from '#features/book/transactions/web/own-amount-habits.tsx';
import { placesFor } from '#screens/shell/web/places.ts';
import { PlacesBar } from '#screens/shell/web/places-bar.tsx';
import { TimeZoneProvider } from '#web/time-zone.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { BackIcon } from '#web/ui/icons.tsx';
import { LogoMark } from '#web/ui/logo.tsx';
import { type Way, WaysProvider } from '#web/ui/page-link.tsx';
import { SkipLink } from '#web/ui/skip-link.tsx';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';
import { clearToasts } from '#web/ui/toast-store.ts';
import { RecentMessages } from '#web/ui/toaster.tsx';
import type { Demo } from './demo.ts';
import { DemoBar } from './demo-bar.tsx';
import { TimeCard } from './time-card.tsx';
import { forgetDemo, useDemoState } from './use-demo.ts';
import '#screens/dashboard/web/child-cards.css';
import '#screens/dashboard/web/dashboard.css';
import '#screens/dashboard/web/home.css';
import './demo.css';

/** The demo's addresses for the real screens' links; other links are omitted. */
const WAYS: Record<string, string> = {
  '/': '/',
  '/dashboard': '/demo',
  '/api/login': '/api/login',
  '/demo': '/demo',
  '/family-goals': '/demo-goals',
  '/coverage': '/demo-coverage',
};
/** The same for addresses with parameters. */
const PATTERNS: [RegExp, string][] = [
  [/^\/children\/(.+)$/, '/demo?of=$1'],
  [/^\/dashboard(?=\?view=child)/, '/demo'],
];
const way: Way = (href) => {
  const pattern = PATTERNS.find(([from]) => from.test(href));
  return WAYS[href] ?? (pattern && href.replace(...pattern));
};

export interface DemoFrameProps {
  demo: Demo;
  children: ReactNode;
}

export function DemoFrame({ demo, children }: DemoFrameProps) {
  const { today, time, said } = useDemoState(demo);
  const stay = useStay();
  useLeaving();
  return (
    <QueryClientProvider client={demo.queries}>
      <OwnAmountHabits>
        <TimeZoneProvider value="UTC">
          <WaysProvider value={way}>
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: links are pressed by key as clicks */}
            {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears what links do */}
            <div onClick={stay}>
              <SkipLink />
              <DemoBar said={said} />
              <div className="shell">
                <header className="shell-head">
                  <a href="/" className="dash-brand">
                    <LogoMark /> Satling
                  </a>
                  <ButtonLink href="/" look="quiet" small>
                    <BackIcon size={20} /> {t`Back to Home`}
                  </ButtonLink>
                </header>
                <PlacesBar places={placesFor(false)} />
                <main id="main" tabIndex={-1} className="dash in-order">
                  <TimeCard today={today} time={time} onGo={demo.goTo} />
                  {children}
                  <footer className="demo-foot">
                    <RecentMessages />
                    <ThemeSwitch />
                  </footer>
                </main>
              </div>
            </div>
          </WaysProvider>
        </TimeZoneProvider>
      </OwnAmountHabits>
    </QueryClientProvider>
  );
}

/** Navigates between demo pages without a page load, which would reset the sample book. */
function useStay() {
  const [, go] = useLocation();
  return (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest('a');
    const path = link?.getAttribute('href');
    if (!path?.startsWith('/demo')) return;
    event.preventDefault();
    go(path);
  };
}

/** Keeps the demo's messages off later pages, and starts over on the next visit. */
function useLeaving() {
  useEffect(
    () => () => {
      clearToasts();
      if (!location.pathname.startsWith('/demo')) forgetDemo();
    },
    [],
  );
}
