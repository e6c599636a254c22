/** Asks for confirmation of an irreversible action; the safe answer has the focus. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
  open?: boolean;
  title: ReactNode;
  /** Describes the consequences in one or two sentences. */
  children: ReactNode;
  /** Below it: content that doesn't fit in a sentence, such as a list. */
  more?: ReactNode;
  confirmLabel: ReactNode;
  cancelLabel?: ReactNode;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirmLabel, cancelLabel, danger, busy, onConfirm, onCancel } = props;
  return (
    <Dialog
      open={props.open ?? true}
      title={title}
      role="alertdialog"
      description={children}
      onClose={onCancel}
      actions={
        <>
          <Button look="alt" data-autofocus onClick={onCancel}>
            {cancelLabel ?? t`Cancel`}
          </Button>
          <Button look={danger ? 'danger' : 'primary'} busy={busy ?? false} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {props.more}
    </Dialog>
  );
}
