/** What a person should know of the device, above every page: no network, or a new version. */
import { t } from '@lingui/core/macro';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { useOfflineState } from './state.ts';
import './notes.css';

export function Notes() {
  const { online, newVersion } = useOfflineState();
  if (online && !newVersion) return null;
  return (
    <aside className="notes" aria-label={t`This device`}>
      {!online && (
        <Banner tone="warn" announce="polite" title={t`You are offline.`}>
          {t`Nothing can be changed until you are back.`}
        </Banner>
      )}
      {newVersion && (
        <Banner
          title={t`A new version is ready`}
          announce="polite"
          action={<Button look="alt" small onClick={newVersion}>{t`Open it`}</Button>}
        >
          {t`Save what you are writing first: the page opens anew.`}
        </Banner>
      )}
    </aside>
  );
}
