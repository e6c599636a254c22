/** Notes about the device at the top of every page: no network, or a new version. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { momentText } from '#web/dates.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { useOfflineState } from './state.ts';
import { UnsentNote } from './unsent-note.tsx';
import './notes.css';

export function Notes() {
  const { online, shownFrom, newVersion, unsent } = useOfflineState();
  return (
    <aside className="notes" aria-label={t`This device`}>
      {!online && (
        <Banner tone="warn" announce="polite" title={t`You are offline.`}>
          <WhatIsShown from={shownFrom} />
        </Banner>
      )}
      <UnsentNote unsent={unsent} online={online} />
      {newVersion && (
        <Banner
          title={t`A new version is ready`}
          announce="polite"
          action={<Button look="alt" small onClick={newVersion}>{t`Open it`}</Button>}
        >
          {t`Save what you are writing first: the page will reload.`}
        </Banner>
      )}
    </aside>
  );
}

function WhatIsShown({ from }: { from: number | undefined }) {
  if (from === undefined)
    return (
      <Trans>
        No book is stored on this device. To change that, use “Store transaction history” under{' '}
        <a href="/privacy">privacy and security</a>.
      </Trans>
    );
  const when = momentText(new Date(from).toISOString(), undefined);
  return t`This is the book as of ${when}. Requests you make now can wait here; everything else has to wait until you are back online.`;
}
