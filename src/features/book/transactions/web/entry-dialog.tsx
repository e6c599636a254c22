/** One entry with all its details and possible actions. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  type Details,
  type Transaction,
  transactions,
} from '#features/book/transactions/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { momentText } from '#web/dates.ts';
import { messageOf, statusOf } from '#web/errors.ts';
import { said } from '#web/messages/said.ts';
import { query, useCall } from '#web/query.ts';
import { Banner, InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip, StateChip } from '#web/ui/chip.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Money, MoneyText } from '#web/ui/money.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { isParentsWord, lineText } from './lines.ts';
import { accountWord, typeWord } from './words.ts';

export interface EntryDialogProps {
  id: string;
  timeZone: string | undefined;
  /** Adults can take back and mark; for others the entry is read-only. */
  mayChange: boolean;
  /** A parent's praise for a line that hasn't been taken back. */
  praise?: (entryId: string) => ReactNode;
  /** Opens the correction: of the balance, or a new line for a reversed one. */
  onCorrect: (details: Details) => void;
  /** The other half of a pair. */
  onOpen: (id: string) => void;
  onClose: () => void;
}

export function EntryDialog(props: EntryDialogProps) {
  const { id, mayChange, onCorrect, onClose } = props;
  const { data, error, isPending, refetch } = useQuery(query(transactions.details, { id }));
  const canUndo = mayChange && data?.undoUntil;
  const undo = useUndo();
  return (
    <Dialog
      title={data ? lineText(data.entry, !mayChange) : t`Entry`}
      onClose={onClose}
      actions={
        <>
          {canUndo && (
            <Button
              look="alt"
              busy={undo.isPending}
              onClick={() => undo.run({ id })}
            >{t`Undo`}</Button>
          )}
          {mayChange && data && !canUndo && !data.entry.reverses && (
            <Button look="alt" onClick={() => onCorrect(data)}>
              {data.entry.undoneBy ? t`Enter it again` : t`Enter a correction`}
            </Button>
          )}
          <Button onClick={onClose}>{t`Close`}</Button>
        </>
      }
    >
      {isPending && <Loading label={t`Opening the entry`} height="14rem" />}
      {error && !data && (
        <InlineAlert
          action={<Button look="alt" small onClick={() => void refetch()}>{t`Try Again`}</Button>}
        >
          {statusOf(error) === 404
            ? t`This entry is no longer in the book.`
            : t`The entry could not be read just now.`}
        </InlineAlert>
      )}
      {data && <Shown {...props} details={data} undoError={undo.error} />}
    </Dialog>
  );
}

function useUndo() {
  return useCall(transactions.undo, {
    onDone: ({ description }) => toast({ title: said(description) }),
    onFail: (error) =>
      toast({
        title: t`Not taken back`,
        description: messageOf(error, t`Please try again.`),
        destructive: true,
        inline: true,
      }),
  });
}

function Shown(props: EntryDialogProps & { details: Details; undoError: unknown }) {
  const { details, mayChange, timeZone, undoError } = props;
  const { entry, undoUntil, undoObstacle } = details;
  return (
    <div className="grid gap-4">
      <div>
        <Money sats={satsOf(entry.amount)} size="big" />
        <p className="sub">{[typeWord(entry.type), said(entry.childName)].join(' · ')}</p>
      </div>
      {undoError !== null && (
        <InlineAlert>{messageOf(undoError, t`The entry could not be taken back.`)}</InlineAlert>
      )}
      {!mayChange && isParentsWord(entry) && (
        <p>{t`The book and the money did not match, so a parent set the book right. Ask them if you would like to know more.`}</p>
      )}
      {details.pair && <Pair entry={entry} pair={details.pair} onOpen={props.onOpen} />}
      <Facts details={details} timeZone={timeZone} />
      {mayChange && entry.childId && !details.pair && props.praise?.(entry.id)}
      {mayChange && details.payable && <Payment details={details} />}
      {mayChange && undoUntil && (
        <p className="sub">{t`You can undo this until ${momentText(undoUntil, timeZone)}.`}</p>
      )}
      {mayChange && undoObstacle && !details.pair && <p className="sub">{undoObstacle}.</p>}
    </div>
  );
}

interface PairProps {
  entry: Transaction;
  pair: Transaction;
  onOpen: (id: string) => void;
}

function Pair({ entry, pair, onOpen }: PairProps) {
  return (
    <Banner
      title={entry.reverses ? t`This line takes another one back` : t`This line was taken back`}
      action={
        <Button look="alt" small onClick={() => onOpen(pair.id)}>{t`Show the other line`}</Button>
      }
    >
      {t`Both stay in the book; together they cancel out.`}
    </Banner>
  );
}

function Facts({ details, timeZone }: { details: Details; timeZone: string | undefined }) {
  const { entry, recordedAt, madeBy, askedBy, changes, payments } = details;
  return (
    <dl className="facts">
      {(entry.undoneBy || entry.state !== 'recorded') && (
        <Fact word={t`State`}>
          {entry.undoneBy ? <Chip>{t`Taken back`}</Chip> : <StateChip state={entry.state} />}
        </Fact>
      )}
      <Fact word={t`Happened`}>{momentText(entry.createdAt, timeZone)}</Fact>
      <Fact word={t`Recorded`}>{momentText(recordedAt, timeZone)}</Fact>
      {askedBy && <Fact word={t`Asked by`}>{askedBy}</Fact>}
      <Fact word={askedBy ? t`Said yes` : t`Added by`}>
        {madeBy === '' ? t`A parent` : (madeBy ?? t`the program`)}
      </Fact>
      {changes.map(({ kind, childName, change }) => (
        <Fact key={`${kind}-${childName}-${change}`} word={accountWord(kind)}>
          <MoneyText sats={satsOf(change)} signed follow />
        </Fact>
      ))}
      {payments.map(({ state, at, madeBy: by }) => (
        <Fact
          key={at + state}
          word={state === 'cancelled' ? t`No longer marked as paid` : t`Payment`}
        >
          {state !== 'cancelled' && <StateChip state={state} />} {momentText(at, timeZone)}
          {by && ` · ${by}`}
        </Fact>
      ))}
    </dl>
  );
}

function Fact({ word, children }: { word: string; children: ReactNode }) {
  return (
    <div>
      <dt>{word}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A parent's statement about the money behind the line. */
function Payment({ details: { entry, payments } }: { details: Details }) {
  const isPaid = entry.state === 'paid';
  const fail = (error: unknown) =>
    toast({
      title: t`Not changed`,
      description: messageOf(error, t`Please try again.`),
      destructive: true,
    });
  const mark = useCall(transactions.markPaid, { onFail: fail });
  const unmark = useCall(transactions.unmarkPaid, { onFail: fail });
  if (isPaid && payments.at(-1)?.source !== 'parent') return null;
  const one = isPaid ? unmark : mark;
  return (
    <div className="form-actions">
      <Button look="alt" small busy={one.isPending} onClick={() => one.run({ id: entry.id })}>
        {isPaid ? t`Not paid after all` : t`I paid this another way`}
      </Button>
    </div>
  );
}
