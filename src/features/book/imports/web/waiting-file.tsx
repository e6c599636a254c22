/** A child's file awaiting approval: every row, as it would be imported now. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ImportPreview, imports } from '#features/book/imports/contract.ts';
import { query } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Counts } from './preview.tsx';
import { RowsTable } from './rows-table.tsx';
import { walletName } from './words.ts';
import './imports.css';

export interface WaitingFileProps {
  importId: string;
  childName: string;
  timeZone: string;
}

export function WaitingFile({ importId, childName, timeZone }: WaitingFileProps) {
  const [open, setOpen] = useState(false);
  return (
    <div>
      <Button look="alt" small onClick={() => setOpen(true)}>
        {t`See the rows in ${childName}’s file`}
      </Button>
      {open && (
        <Dialog
          title={t`The rows in ${childName}’s file`}
          description={t`What goes into the book if you approve: all of it or nothing.`}
          size="wide"
          onClose={() => setOpen(false)}
          actions={<Button onClick={() => setOpen(false)}>{t`Done`}</Button>}
        >
          <Rows importId={importId} timeZone={timeZone} />
        </Dialog>
      )}
    </div>
  );
}

function Rows({ importId, timeZone }: Pick<WaitingFileProps, 'importId' | 'timeZone'>) {
  const file = useQuery({ ...query(imports.waiting, { id: importId }), staleTime: 0 });
  return (
    <Loaded answer={file} label={t`Reading the file`} height="12rem">
      {(preview) => (
        <div className="import">
          <h3 className="text-h3">{t`A file from ${walletName(preview.wallet)}`}</h3>
          <Counts preview={preview} />
          <RowsTable
            preview={withoutQuestions(preview)}
            answers={{}}
            onAnswer={() => undefined}
            timeZone={preview.timeZone ?? timeZone}
          />
        </div>
      )}
    </Loaded>
  );
}

/** The child has answered them; here they are read-only. */
const withoutQuestions = (preview: ImportPreview): ImportPreview => ({
  ...preview,
  rows: preview.rows.map((row) => ({ ...row, asks: [] })),
});
