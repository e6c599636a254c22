/** The frame of a page beside the dashboard; in a child's band the whole page has its letters and
 * targets. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { Band } from '#features/children/rules.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { BackIcon } from '#web/ui/icons.tsx';
import { LogoMark } from '#web/ui/logo.tsx';
import { SkipLink } from '#web/ui/skip-link.tsx';
import { RecentMessages } from '#web/ui/toaster.tsx';
import './child-cards.css';
import './dashboard.css';

interface BandFrameProps {
  band?: Band | undefined;
  /** Where "Back" leads. */
  back?: string;
  children: ReactNode;
}

export function BandFrame({ band, back = '/dashboard', children }: BandFrameProps) {
  return (
    <div className="dash" data-band={band}>
      <SkipLink />
      <header className="dash-head">
        <a href="/" className="dash-brand">
          <LogoMark /> Satling
        </a>
        <ButtonLink href={back} look="quiet" small>
          <BackIcon size={20} /> {t`Back`}
        </ButtonLink>
      </header>
      <main id="main" tabIndex={-1} className="dash-main">
        {children}
      </main>
      <footer>
        <RecentMessages />
      </footer>
    </div>
  );
}
