/** A pending savings transfer: money that the child has sent, or will send, to the parents. */

import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { approvals, type Transfer } from '#features/book/approvals/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { messageOf, statusOf } from '#web/errors.ts';
import { useCall } from '#web/query.ts';
import { AskCard, AskPair } from '#web/ui/ask-card.tsx';
import type { Looks } from '#web/ui/avatar.tsx';
import { InlineAlert } from '#web/ui/banner.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { satsText } from '#web/ui/money-text.ts';
import { toast } from '#web/ui/toast-store.ts';

interface TransferAlertProps {
  one: Transfer;
  /** The child’s color and picture. */
  looks: Looks;
  timeZone: string;
  /** The server's message if someone else answered first. */
  onLate: (said: string) => void;
  /** Lets the family’s wallet pay it; passed in by a higher feature. */
  pay?: ReactNode;
}

export function TransferAlert({ one, looks, timeZone, onLate, pay }: TransferAlertProps) {
  const decide = useAnswer(onLate);
  const { childName } = one;
  const sats = satsOf(one.amount);
  const what = satsText(sats);
  const answer = (approved: boolean) => decide.run({ transferId: one.id, approved });
  return (
    <AskCard
      childName={childName}
      looks={looks}
      amount={<MoneyText sats={sats} size="big" follow />}
      who={t`${childName}, spending to savings`}
      why={t`“${one.description}”`}
      asked={{ createdAt: one.requestedAt, byChild: true, enteredBy: null }}
      timeZone={timeZone}
    >
      <p className="sub">{t`${childName} will give you ${what}. Approve once you have them.`}</p>
      {decide.isError && (
        <InlineAlert>{messageOf(decide.error, t`Failed to process transfer request`)}</InlineAlert>
      )}
      <AskPair
        yes={{
          word: t`Approve`,
          label: t`Approve ${what} for ${childName}`,
          busy: decide.isPending,
          onPress: () => answer(true),
        }}
        no={{
          word: t`Reject`,
          label: t`Reject ${what} for ${childName}`,
          busy: decide.isPending,
          onPress: () => answer(false),
        }}
      />
      {pay}
    </AskCard>
  );
}

function useAnswer(onLate: (said: string) => void) {
  const queries = useQueryClient();
  return useCall(approvals.approveTransfer, {
    onDone: ({ transfer }) => {
      const what = satsText(satsOf(transfer.amount));
      const { childName } = transfer;
      if (transfer.state === 'approved')
        toast({
          title: t`Transfer Approved`,
          description: t`${what} are now in ${childName}’s savings.`,
        });
      else
        toast({
          title: t`Rejected`,
          description: t`${what} stay in ${childName}’s spending money.`,
        });
    },
    onFail: (error) => {
      const description = t`Failed to process transfer request`;
      toast({ title: t`Action Failed`, description, destructive: true, inline: true });
      if (statusOf(error) !== 409) return;
      onLate(messageOf(error, description));
      void queries.invalidateQueries();
    },
  });
}
