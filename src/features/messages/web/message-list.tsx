/** The messages to the person signed in, newest first; new ones are marked until read. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { messages } from '#features/messages/contract.ts';
import { dayText, timeText } from '#web/dates.ts';
import { query, useCall } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { LedgerList } from '#web/ui/ledger-list.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { messageText } from './words.ts';

export function MessageList({ timeZone }: { timeZone: string | undefined }) {
  const { data, isPending, isError } = useQuery(query(messages.list, {}));
  const read = useCall(messages.read);
  if (isPending) return <Loading label={t`Loading your messages`} height="8rem" />;
  if (isError || read.isError)
    return <InlineAlert>{t`Your messages could not be read just now.`}</InlineAlert>;
  const [newest] = data;
  if (!newest) return <p className="sub">{t`No messages yet.`}</p>;
  return (
    <>
      <LedgerList
        label={t`Your messages`}
        groups={[
          {
            key: 'all',
            entries: data.map((one) => ({
              id: one.id,
              title: messageText(one),
              detail: `${dayText(one.createdAt, timeZone)} · ${timeText(one.createdAt, timeZone)}`,
              ...(!one.read && { state: <Chip tone="blue">{t`New`}</Chip> }),
            })),
          },
        ]}
      />
      {data.some((one) => !one.read) && (
        <Button
          look="alt"
          small
          busy={read.isPending}
          onClick={() => read.run({ upTo: newest.id })}
        >
          {t`Mark all as read`}
        </Button>
      )}
    </>
  );
}
