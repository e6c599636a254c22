/** Reads back our own backup, chosen instead of a wallet's file. */

import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { privacy } from '#features/book/privacy/contract.ts';
import { messageOf } from '#web/errors.ts';
import { useCall } from '#web/query.ts';
import { Banner, InlineAlert } from '#web/ui/banner.tsx';
import { toast } from '#web/ui/toast-store.ts';

/** Its toast counts like the import of a wallet's file. */
export function useOwnBackup() {
  return useCall(privacy.returnHistory, {
    onDone: ({ imported, known, foreign }) => {
      const skipped = known + foreign;
      toast({
        title: t`Backup Imported`,
        description: t`${imported} imported, ${skipped} skipped`,
      });
    },
    onFail: (error) => {
      const title = t`Import Failed`;
      toast({ title, description: messageOf(error, title), destructive: true, inline: true });
    },
  });
}

export type OwnBackupState = ReturnType<typeof useOwnBackup>;

export function OwnBackup({ state }: { state: OwnBackupState }) {
  const { data, error } = state;
  if (data) return <Returned {...data} />;
  return (
    <>
      {error && <InlineAlert>{messageOf(error, t`Import Failed`)}</InlineAlert>}
      <Banner tone="info" title={t`This is Satling’s own backup`} announce="polite">
        {t`It covers the whole family and is not a wallet’s file. Removed entries come back as history, which you find under Family Overview. Entries already in the book are skipped, and no balance changes.`}
      </Banner>
    </>
  );
}

function Returned(counts: { imported: number; known: number; foreign: number }) {
  const { imported, known, foreign } = counts;
  const skipped = known + foreign;
  return (
    <Banner
      tone="done"
      announce="polite"
      title={
        <Plural
          value={imported}
          one="# entry brought back as history"
          other="# entries brought back as history"
        />
      }
    >
      <ul className="import-result">
        <li>{t`${imported} imported, ${skipped} skipped`}</li>
        <li>{t`${known} already in the book`}</li>
        {foreign > 0 && (
          <li>{t`${foreign} left out: they were never removed from this book, or the child’s book is closed`}</li>
        )}
      </ul>
    </Banner>
  );
}
