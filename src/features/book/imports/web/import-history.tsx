/** A child's imported files; each can be taken back as a whole. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ImportRecord, imports } from '#features/book/imports/contract.ts';
import { dayText } from '#web/dates.ts';
import { messageOf } from '#web/errors.ts';
import { query, useCall } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { LedgerList } from '#web/ui/ledger-list.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { walletName } from './words.ts';

interface ImportHistoryProps {
  childId: string;
  timeZone: string | undefined;
}

export function ImportHistory({ childId, timeZone }: ImportHistoryProps) {
  const list = useQuery(query(imports.list, { id: childId }));
  const [asked, ask] = useState<ImportRecord>();
  const undo = useUndo(() => ask(undefined));
  if (list.data?.length === 0) return null;
  return (
    <section className="import-history" aria-label={t`Imported before`}>
      <h3 className="text-h3">{t`Imported before`}</h3>
      {undo.failed && <InlineAlert>{undo.failed}</InlineAlert>}
      <Loaded answer={list} label={t`Imported before`} height="6rem">
        {(records) => (
          <LedgerList
            label={t`Imported before`}
            groups={[
              { key: 'all', entries: records.map((one) => line(one, timeZone, () => ask(one))) },
            ]}
          />
        )}
      </Loaded>
      {asked && (
        <ConfirmDialog
          title={t`Take this import back?`}
          confirmLabel={t`Take it back`}
          busy={undo.busy}
          onConfirm={() => undo.run(asked.id)}
          onCancel={() => ask(undefined)}
        >
          {t`Every line it added is taken back. You can import the same file again later.`}
        </ConfirmDialog>
      )}
    </section>
  );
}

function line(one: ImportRecord, timeZone: string | undefined, onUndo: () => void) {
  const day = dayText(one.importedAt, timeZone, 'full');
  const by = one.importedBy ? t`${day}, by ${one.importedBy}` : day;
  return {
    id: one.id,
    title: `${walletName(one.wallet)}: ${one.filename}`,
    detail: t`${by}. ${one.imported} imported, ${one.skipped} skipped.`,
    state:
      one.state === 'undone' ? (
        <Chip>{t`Taken back`}</Chip>
      ) : (
        <Button
          look="alt"
          small
          aria-label={t`Take back ${one.filename} from ${day}`}
          onClick={onUndo}
        >
          {t`Take back`}
        </Button>
      ),
  };
}

function useUndo(onEnd: () => void) {
  const [failed, setFailed] = useState<string>();
  const call = useCall(imports.undo, {
    onDone: ({ filename }) => {
      onEnd();
      toast({ title: t`Import taken back`, description: filename });
    },
    onFail: (error) => {
      const message = messageOf(error, t`This import could not be taken back`);
      onEnd();
      setFailed(message);
      toast({ title: t`Not taken back`, description: message, destructive: true, inline: true });
    },
  });
  const run = (id: string) => {
    setFailed(undefined);
    call.run({ id });
  };
  return { failed, run, busy: call.isPending };
}
