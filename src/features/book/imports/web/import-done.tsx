/** The outcome of an import. */
import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import type { Imported } from '#features/book/imports/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { Banner } from '#web/ui/banner.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';

export function ImportDone({ done, name }: { done: Imported; name: string }) {
  const { imported, skipped, matched, history } = done;
  const opening = satsOf(done.opening);
  if (done.state === 'waiting')
    return (
      <Banner tone="info" title={t`A parent will look at it`} announce="polite">
        <Plural
          value={imported}
          one="Your file has # new line. The answer will appear here."
          other="Your file has # new lines, and one yes covers them all. The answer will appear here."
        />
      </Banner>
    );
  return (
    <Banner
      tone="done"
      title={imported > 0 ? t`${name}’s book is up to date` : t`Nothing new in this file`}
      announce="polite"
    >
      <ul className="import-result">
        <li>{t`${imported} imported, ${skipped} duplicates skipped`}</li>
        {matched > 0 && <li>{t`${matched} already in the book, now marked as paid`}</li>}
        {history > 0 && <li>{t`${history} older than the last correction, kept as history`}</li>}
        {opening !== 0n && (
          <li>{t`In the wallet before the file begins: ${satsWithValue(opening)}`}</li>
        )}
      </ul>
    </Banner>
  );
}
