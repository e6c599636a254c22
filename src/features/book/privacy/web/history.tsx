/** Pruned entries, reimported from the family's own backup: for reference only. */

import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Output } from '#contract/endpoint.ts';
import {
  CHOOSE_BACKUP,
  HISTORY_SHOWN,
  type HistoryEntry,
  privacy,
} from '#features/book/privacy/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { dayText } from '#web/dates.ts';
import { messageOf } from '#web/errors.ts';
import { query, useCall } from '#web/query.ts';
import { useTimeZone } from '#web/time-zone.ts';
import { Banner, InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { LedgerList } from '#web/ui/ledger-list.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { toast } from '#web/ui/toast-store.ts';

type Returned = Output<typeof privacy.returnHistory>;

export function History() {
  const history = useQuery(query(privacy.history, {}));
  const give = useReturn();
  const [unread, setUnread] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    const csvContent = await file.text().catch(() => undefined);
    setUnread(csvContent === undefined);
    if (csvContent !== undefined) give.run({ csvContent });
  };
  return (
    <div className="grid justify-items-start gap-3 rule-above pt-5">
      <h3>{t`History from a backup`}</h3>
      <p className="sub">
        <Trans>
          Removed entries come back from your own backup so that you can look them up. Balances stay
          as they are.
        </Trans>
      </p>
      <input
        ref={picker}
        type="file"
        accept=".csv,text/csv"
        hidden
        aria-label={t`Backup file`}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <Button look="alt" busy={give.isPending} onClick={() => picker.current?.click()}>
        {t`Import Backup`}
      </Button>
      {unread && <InlineAlert>{CHOOSE_BACKUP}</InlineAlert>}
      {give.error && <InlineAlert>{messageOf(give.error, t`Import failed`)}</InlineAlert>}
      {give.data && <Outcome returned={give.data} />}
      {history.data && history.data.length > 0 && <Entries entries={history.data} />}
    </div>
  );
}

function useReturn() {
  return useCall(privacy.returnHistory, {
    onDone: ({ imported }) => {
      toast({
        title: t`Backup Imported`,
        description: t`${imported} entries brought back as history`,
      });
    },
    onFail: (error) => {
      const title = t`Import failed`;
      toast({ title, description: messageOf(error, title), destructive: true, inline: true });
    },
  });
}

function Outcome({ returned: { imported, known, foreign } }: { returned: Returned }) {
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
      <Trans>
        {known} were already here. {foreign} left out: they were never removed from this book, or
        the child’s book is closed.
      </Trans>
    </Banner>
  );
}

function Entries({ entries }: { entries: readonly HistoryEntry[] }) {
  const timeZone = useTimeZone();
  return (
    <details className="fold w-full">
      <summary>
        {entries.length < HISTORY_SHOWN ? (
          <Plural value={entries.length} one="# entry" other="# entries" />
        ) : (
          <Trans>The newest {HISTORY_SHOWN} entries</Trans>
        )}
      </summary>
      <LedgerList
        label={t`History from a backup`}
        groups={[
          {
            key: 'all',
            entries: entries.map((entry) => ({
              id: entry.id,
              title: <strong>{entry.description}</strong>,
              detail: [
                entry.childName,
                dayText(entry.createdAt, timeZone, 'full'),
                broughtText(entry.broughtBy),
              ]
                .filter(Boolean)
                .join(', '),
              amount: <MoneyText sats={satsOf(entry.amount)} signed follow />,
            })),
          },
        ]}
      />
    </details>
  );
}

/** Unsealed, so it must not look like one of the book's own lines. */
const broughtText = (name: string | null): string =>
  name ? t`from a file imported by ${name}, not sealed` : t`from a file, not sealed`;
