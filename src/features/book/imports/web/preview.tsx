/** The file's kind, its effect, its open questions, and all its rows. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ImportPreview } from '#features/book/imports/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { dayText } from '#web/dates.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';
import { Switch } from '#web/ui/switch.tsx';
import { Questions } from './questions.tsx';
import type { PreviewProps } from './row-question.tsx';
import { RowsTable } from './rows-table.tsx';
import { walletName } from './words.ts';

export function Preview(props: PreviewProps) {
  const { preview, answers, onAnswer, timeZone } = props;
  const { wallet, format, confidence, correctedAt, inOtherBooks } = preview;
  return (
    <>
      <div className="import-found">
        <h3 className="text-h3">{t`A file from ${walletName(wallet)}`}</h3>
        <Chip tone={confidence === 'certain' ? 'green' : 'gold'}>
          {confidence === 'certain' ? t`Recognized` : t`Probably right, please check`}
        </Chip>
      </div>
      <Counts preview={preview} />
      {inOtherBooks > 0 && (
        <Banner tone="warn" title={t`Is this the right child?`}>
          {t`${inOtherBooks} of these rows are already in another child’s book.`}
        </Banner>
      )}
      {format === 'zeus>=0.10 invoices' && (
        <Banner tone="warn" title={t`Were all of these paid?`}>
          {t`Zeus also puts unpaid invoices into this file, and nothing tells them apart. Please check the rows.`}
        </Banner>
      )}
      <Questions {...props} />
      {correctedAt !== null && (preview.history > 0 || answers.includeBeforeCorrection) && (
        <Switch
          label={t`Include rows from before the last correction`}
          hint={t`The balance was set by hand on ${dayText(correctedAt, timeZone, 'full')}. It most likely includes older rows already.`}
          checked={answers.includeBeforeCorrection === true}
          onChange={(includeBeforeCorrection) => onAnswer({ includeBeforeCorrection })}
        />
      )}
      <RowsTable {...props} />
    </>
  );
}

export function Counts({ preview }: { preview: ImportPreview }) {
  const { imported, matched, history, skipped, questions, spendingAfter } = preview;
  const opening = satsOf(preview.opening);
  const fresh = imported - matched - history;
  return (
    <div className="import-sums">
      <dl className="import-counts">
        <Count word={t`New`} count={fresh} />
        <Count word={t`In the book already`} count={matched} />
        {history > 0 && <Count word={t`Before the correction`} count={history} />}
        <Count word={t`Skipped`} count={skipped} />
        {questions > 0 && <Count word={t`Need an answer`} count={questions} />}
      </dl>
      <p>
        <Trans>
          Spending afterwards: <MoneyText sats={satsOf(spendingAfter)} follow />
        </Trans>
      </p>
      {opening !== 0n && (
        <p className="sub">
          {t`Includes ${satsWithValue(opening)} that must have been in the wallet before the file begins.`}
        </p>
      )}
    </div>
  );
}

function Count({ word, count }: { word: string; count: number }) {
  return (
    <div>
      <dt>{word}</dt>
      <dd className="num">{count}</dd>
    </div>
  );
}
