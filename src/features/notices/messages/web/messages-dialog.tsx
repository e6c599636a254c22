/**
 * The signed-in person's messages, newest first. Each links to its subject, and shows its request's
 * state. Closing the list marks the displayed messages as read.
 */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, Suspense } from 'react';
import { type Message, messages } from '#features/notices/messages/contract.ts';
import { datedText, dayText, isoDay, timeText } from '#web/dates.ts';
import { query, useCall } from '#web/query.ts';
import { useTimeZone } from '#web/time-zone.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { BellIcon } from '#web/ui/icons.tsx';
import { type LedgerEntry, LedgerList } from '#web/ui/ledger-list.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { messageHref, messageText } from './words.ts';

export interface MessagesDialogProps {
  /** Undoes a message's change, or says that it is too late. */
  Undo: ComponentType<{ copyId: string; at: string }>;
  onClose: () => void;
}

export function MessagesDialog({ Undo, onClose }: MessagesDialogProps) {
  const timeZone = useTimeZone();
  const { data, isPending } = useQuery(query(messages.list, {}));
  const read = useCall(messages.read, {
    onFail: () => toast({ title: t`Your messages are still marked as new`, destructive: true }),
  });
  const newest = data?.[0];
  const close = () => {
    if (newest && data.some((one) => !one.read)) read.run({ upTo: newest.id });
    onClose();
  };
  return (
    <Dialog title={t`Messages`} onClose={close}>
      {isPending && <Loading label={t`Loading your messages`} height="8rem" />}
      {!isPending && !data && (
        <InlineAlert>{t`Your messages could not be read just now.`}</InlineAlert>
      )}
      {data && !newest && (
        <EmptyState icon={<BellIcon size={36} />} title={t`No messages yet`}>
          {t`Requests and their answers will appear here.`}
        </EmptyState>
      )}
      {newest && (
        <LedgerList
          label={t`Your messages`}
          groups={[
            {
              key: 'all',
              entries: data.map((one) => line(one, { timeZone, Undo, onClose: close })),
            },
          ]}
        />
      )}
    </Dialog>
  );
}

type LineProps = MessagesDialogProps & { timeZone: string | undefined };

function line(one: Message, { timeZone, Undo, onClose }: LineProps): LedgerEntry {
  const words = messageText(one);
  return {
    id: one.id,
    title: (
      <PageLink href={messageHref(one)} className="ledger-open" otherwise={words} onClick={onClose}>
        {words}
      </PageLink>
    ),
    detail: `${whenText(one.createdAt, timeZone)} · ${timeText(one.createdAt, timeZone)}`,
    state: (
      <>
        {!one.read && <Chip tone="blue">{t`New`}</Chip>}
        {one.data.copyId && (
          <Suspense fallback={null}>
            <Undo copyId={one.data.copyId} at={one.createdAt} />
          </Suspense>
        )}
        {one.kind === 'request_opened' && <RequestState state={one.state} />}
      </>
    ),
  };
}

/** Messages may be from last year, so the date may include the year. */
function whenText(moment: string, timeZone: string | undefined): string {
  const day = isoDay(moment, timeZone);
  const isOfThisYear = day.slice(0, 4) === isoDay(new Date().toISOString(), timeZone).slice(0, 4);
  return isOfThisYear ? dayText(moment, timeZone) : datedText(day);
}

/** The request's current state. */
function RequestState({ state }: Pick<Message, 'state'>) {
  if (state === 'pending') return <Chip tone="gold">{t`Waits for you`}</Chip>;
  if (state === 'approved') return <Chip tone="green">{t`Answered: yes`}</Chip>;
  if (state === 'denied') return <Chip>{t`Answered: no`}</Chip>;
  if (state === 'withdrawn') return <Chip>{t`Taken back`}</Chip>;
  return state === 'lapsed' && <Chip>{t`Ended`}</Chip>;
}
