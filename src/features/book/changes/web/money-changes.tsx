/** Changes to the family's money in the last 72 hours, each with an undo button. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { copyIdIn } from '#contract/undo-link.ts';
import { type MoneyChange, moneyChanges } from '#features/book/changes/contract.ts';
import { dayText, timeText } from '#web/dates.ts';
import { messageOf } from '#web/errors.ts';
import { query, useCall } from '#web/query.ts';
import { useTimeZone } from '#web/time-zone.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { UndoChange } from './undo-change.tsx';

/** Describes a change and its author, from a message's facts. */
type ChangeText = (data: Readonly<Record<string, string>>, childName: string | null) => string;

interface MoneyChangesProps {
  changeText: ChangeText;
}

/** Renders nothing without changes, which are rare. */
export function MoneyChanges({ changeText }: MoneyChangesProps) {
  const changes = useQuery(query(moneyChanges.list, {}));
  const [params, setParams] = useSearchParams();
  const asked = copyIdIn(params);
  if (changes.isPending || (changes.data?.length === 0 && !asked)) return null;
  const leave = () => setParams({ view: 'overview' }, { replace: true });
  return (
    <section className="grid gap-3" aria-labelledby="money-changes">
      <h2 id="money-changes">{t`Recent changes you can undo`}</h2>
      <Loaded answer={changes} label={t`Recent changes you can undo`} height="6rem">
        {(all) => (
          <>
            {asked && <Late change={all.find(({ id }) => id === asked)} />}
            {all.map((one) => (
              <Change
                key={one.id}
                change={one}
                changeText={changeText}
                asked={one.id === asked ? leave : undefined}
              />
            ))}
          </>
        )}
      </Loaded>
    </section>
  );
}

/** For a link opened too late. */
function Late({ change }: { change: MoneyChange | undefined }) {
  if (!change)
    return (
      <Banner tone="warn" announce="polite">
        <Trans>
          This change can’t be undone any more. Its 72 hours are over, or its copy was erased.
        </Trans>
      </Banner>
    );
  return (
    change.state === 'undone' && (
      <Banner announce="polite">{t`This has already been undone.`}</Banner>
    )
  );
}

interface ChangeProps extends MoneyChangesProps {
  change: MoneyChange;
  /** Set if the page's URL asks about this change: removes it from the URL. */
  asked: (() => void) | undefined;
}

function Change({ change, changeText, asked }: ChangeProps) {
  const timeZone = useTimeZone();
  const [asks, setAsks] = useState(false);
  const { id, call, undid, by, childName, at, forgetting } = change;
  const fallback = t`Update Failed`;
  const forget = useCall(moneyChanges.forget, {
    onFail: (error: unknown) => {
      setAsks(false);
      const description = messageOf(error, fallback);
      toast({ title: fallback, description, destructive: true, inline: true });
    },
    onDone: ({ isForgotten }) => {
      setAsks(false);
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
          {dayText(at, timeZone)} · {timeText(at, timeZone)}
        </p>
        {forgetting === 'asked' && <Chip>{t`The other adult is asked`}</Chip>}
        <div className="flex flex-wrap gap-3">
          <UndoChange
            change={change}
            isAsked={asked !== undefined}
            {...(asked && { onAnswered: asked })}
          />
          {isForgettable && (
            <Button look="quiet" onClick={() => setAsks(true)}>
              {forgetting === 'answer' ? t`Allow erasing it` : t`Forget for good now`}
            </Button>
          )}
        </div>
        <CallFailure error={forget.error} fallback={fallback} />
      </div>
      <ConfirmDialog
        open={asks}
        danger
        title={t`Forget for good now?`}
        confirmLabel={t`Forget for good`}
        busy={forget.isPending}
        onConfirm={() => forget.run({ id })}
        onCancel={() => setAsks(false)}
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
