/** What was changed about the family's money in the last 72 hours, each with its way back. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type MoneyChange, moneyChanges } from '#features/changes/contract.ts';
import { dayText, timeText } from '#web/dates.ts';
import { messageOf } from '#web/errors.ts';
import { query, useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { toast } from '#web/ui/toast-store.ts';

/** Who did what, from a message's facts. */
type ChangeText = (data: Readonly<Record<string, string>>, childName: string | null) => string;

/** Nothing while nothing was changed, as almost always. */
export function MoneyChanges({ changeText }: { changeText: ChangeText }) {
  const changes = useQuery(query(moneyChanges.list, {}));
  if (changes.isPending || changes.data?.length === 0) return null;
  return (
    <section className="grid gap-3" aria-labelledby="money-changes">
      <h2 id="money-changes">{t`Recent changes you can undo`}</h2>
      <Loaded answer={changes} label={t`Recent changes you can undo`} height="6rem">
        {(all) => all.map((one) => <Change key={one.id} change={one} changeText={changeText} />)}
      </Loaded>
    </section>
  );
}

function Change({ change, changeText }: { change: MoneyChange; changeText: ChangeText }) {
  const [asks, setAsks] = useState<'undo' | 'forget'>();
  const { id, call, undid, by, childName, at, state, forgetting } = change;
  const fallback = t`Update Failed`;
  const ended = {
    onFail: (error: unknown) => {
      setAsks(undefined);
      const description = messageOf(error, fallback);
      toast({ title: fallback, description, destructive: true, inline: true });
    },
  };
  const undo = useCall(moneyChanges.undo, {
    ...ended,
    onDone: () => {
      setAsks(undefined);
      toast({ title: t`Undone`, description: t`Everything is back to how it was.` });
    },
  });
  const forget = useCall(moneyChanges.forget, {
    ...ended,
    onDone: ({ isForgotten }) => {
      setAsks(undefined);
      toast({ title: isForgotten ? t`Erased for good` : t`The other adult is asked` });
    },
  });
  const data = { call, by, ...(undid !== null && { undid }) };
  const isForgettable = forgetting !== 'asked' && forgetting !== 'later';
  return (
    <Card>
      <div className="grid gap-2">
        <p className="break-anywhere">{changeText(data, childName)}</p>
        <p className="sub">
          {dayText(at, undefined)} · {timeText(at, undefined)}
        </p>
        {state === 'undone' && <Chip>{t`Undone`}</Chip>}
        {state === 'changed' && <Chip tone="gold">{t`Changed again since`}</Chip>}
        {forgetting === 'asked' && <Chip>{t`The other adult is asked`}</Chip>}
        <div className="flex flex-wrap gap-3">
          {state !== 'undone' && <Button onClick={() => setAsks('undo')}>{t`Undo`}</Button>}
          {isForgettable && (
            <Button look="quiet" onClick={() => setAsks('forget')}>
              {forgetting === 'answer' ? t`Allow erasing it` : t`Forget for good now`}
            </Button>
          )}
        </div>
        <CallFailure error={undo.error ?? forget.error} fallback={fallback} />
      </div>
      <ConfirmDialog
        open={asks === 'undo'}
        title={t`Undo this change?`}
        confirmLabel={t`Undo`}
        busy={undo.isPending}
        onConfirm={() => undo.run({ id, evenIfChanged: state === 'changed' })}
        onCancel={() => setAsks(undefined)}
      >
        <UndoConsequence change={change} />
      </ConfirmDialog>
      <ConfirmDialog
        open={asks === 'forget'}
        danger
        title={t`Forget for good now?`}
        confirmLabel={t`Forget for good`}
        busy={forget.isPending}
        onConfirm={() => forget.run({ id })}
        onCancel={() => setAsks(undefined)}
      >
        {forgetting === 'ask' ? (
          <Trans>
            What was there before is erased once the other adult says yes. After that, nobody can
            undo this change.
          </Trans>
        ) : (
          <Trans>
            What was there before is erased at once. After that, nobody can undo this change.
          </Trans>
        )}
      </ConfirmDialog>
    </Card>
  );
}

function UndoConsequence({ change: { state, isWhole } }: { change: MoneyChange }) {
  return (
    <>
      {state === 'changed' ? (
        <Trans>
          This was changed again since. It goes back to how it was before this change, and the newer
          change is undone too. Every adult is told.
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
