/** "Import CSV Transactions": choose a file, check every row before writing, answer, import. */
import { t } from '@lingui/core/macro';
import { IMPORT_FAILED } from '#features/book/imports/contract.ts';
import type { Child } from '#features/people/children/contract.ts';
import { messageOf } from '#web/errors.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { ChooseFile, HowTo } from './choose-file.tsx';
import { ImportDone } from './import-done.tsx';
import { ImportHistory } from './import-history.tsx';
import { OwnBackup } from './own-backup.tsx';
import { Preview } from './preview.tsx';
import { type ImportState, useImport } from './use-import.ts';
import { importText } from './words.ts';
import './imports.css';

export interface ImportDialogProps {
  child: Child;
  /** The family's; a child user reads times in its own. */
  timeZone?: string | undefined;
  /** The child itself imports: a parent approves or denies the whole file. */
  asks?: boolean;
  onClose: () => void;
}

export function ImportDialog({ child, timeZone, asks = false, onClose }: ImportDialogProps) {
  const state = useImport(child.id, asks);
  const { done } = state;
  return (
    <Dialog
      title={t`Import CSV Transactions`}
      description={
        asks
          ? t`Your wallet’s file, line by line. A parent looks at it and says yes or no.`
          : t`The payments from ${child.name}’s wallet file. Nothing is recorded before you have seen it.`
      }
      size="wide"
      onClose={onClose}
      actions={<Actions state={state} asks={asks} onClose={onClose} />}
    >
      {done ? (
        <ImportDone done={done} name={child.name} />
      ) : (
        <div className="import">
          {state.wrong && <InlineAlert>{state.wrong}</InlineAlert>}
          <ChooseFile name={state.chosen?.name} simple={asks} onChoose={state.choose} />
          {state.chosen ? <Found state={state} timeZone={timeZone} /> : <HowTo />}
          {!asks && !state.chosen && <ImportHistory childId={child.id} timeZone={timeZone} />}
        </div>
      )}
    </Dialog>
  );
}

type ActionsProps = { state: ImportState } & Required<Pick<ImportDialogProps, 'asks' | 'onClose'>>;

function Actions({ state, asks, onClose }: ActionsProps) {
  const { done, backup, own, busy, send, preview } = state;
  if (done || backup.data) return <Button onClick={onClose}>{t`Done`}</Button>;
  return (
    <>
      <Button look="alt" onClick={onClose}>{t`Cancel`}</Button>
      <Button busy={busy} onClick={() => void send()}>
        {own ? t`Import Backup` : importText(preview.data?.imported, asks)}
      </Button>
    </>
  );
}

type FoundProps = { state: ImportState; timeZone: string | undefined };

function Found({ state, timeZone }: FoundProps) {
  const { data, error } = state.preview;
  if (state.own) return <OwnBackup state={state.backup} />;
  if (error) return <InlineAlert>{messageOf(error, IMPORT_FAILED)}</InlineAlert>;
  if (!data) return <Loading label={t`Reading the file`} height="12rem" />;
  return (
    <Preview
      preview={data}
      answers={state.answers}
      onAnswer={state.answer}
      timeZone={state.answers.timeZone ?? data.timeZone ?? timeZone}
    />
  );
}
