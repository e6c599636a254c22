/**
 * Undoes one change after a confirmation: from the list in Family Overview, from its message, or
 * from the link in a mail or push.
 */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { HOUR } from '#core/time.ts';
import {
  type MoneyChange,
  moneyChanges,
  UNDO_CHANGE_HOURS,
} from '#features/book/changes/contract.ts';
import { messageOf } from '#web/errors.ts';
import { query, useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toast } from '#web/ui/toast-store.ts';

/** @param at when the message was written */
export function UndoInMessage({ copyId, at }: { copyId: string; at: string }) {
  const changes = useQuery(query(moneyChanges.list, {}));
  if (!changes.data) return <CallFailure error={changes.error} fallback={t`Update Failed`} />;
  const change = changes.data.find(({ id }) => id === copyId);
  if (change) return <UndoChange change={change} small />;
  const isOver = Date.now() >= new Date(at).getTime() + UNDO_CHANGE_HOURS * HOUR;
  return <Chip>{isOver ? t`72 hours are over` : t`Can’t be undone any more`}</Chip>;
}

interface UndoChangeProps {
  change: MoneyChange;
  small?: boolean;
  /** True if the page's URL asks for it. */
  isAsked?: boolean;
  onAnswered?: () => void;
}

export function UndoChange({ change, small, isAsked, onAnswered }: UndoChangeProps) {
  const [isPressed, setPressed] = useState(false);
  const { id, state } = change;
  const fallback = t`Update Failed`;
  const close = () => {
    setPressed(false);
    onAnswered?.();
  };
  const undo = useCall(moneyChanges.undo, {
    onDone: () => {
      close();
      toast({ title: t`Undone`, description: t`Everything is back to how it was.` });
    },
    onFail: (error: unknown) => {
      close();
      const description = messageOf(error, fallback);
      toast({ title: fallback, description, destructive: true, inline: true });
    },
  });
  if (state === 'undone') return <Chip>{t`Undone`}</Chip>;
  return (
    <>
      {state === 'changed' && <Chip tone="gold">{t`Changed again since`}</Chip>}
      <Button {...(small && { look: 'alt', small })} onClick={() => setPressed(true)}>
        {t`Undo`}
      </Button>
      <CallFailure error={undo.error} fallback={fallback} />
      <ConfirmDialog
        open={isPressed || isAsked === true}
        title={t`Undo this change?`}
        confirmLabel={t`Undo`}
        busy={undo.isPending}
        onConfirm={() => undo.run({ id, evenIfChanged: state === 'changed' })}
        onCancel={close}
      >
        <Consequence change={change} />
      </ConfirmDialog>
    </>
  );
}

function Consequence({ change: { state, isWhole } }: { change: MoneyChange }) {
  return (
    <>
      {state === 'changed' ? (
        <Trans>
          This has been changed again since. Undoing it brings back how it was before this change,
          and undoes the newer change too. Every adult is told.
        </Trans>
      ) : (
        <Trans>Everything goes back to how it was before this change. Every adult is told.</Trans>
      )}
      {!isWhole && (
        <>
          {' '}
          <Trans>
            Keys that were encrypted are not kept: enter your wallet’s key again afterwards.
          </Trans>
        </>
      )}
    </>
  );
}
