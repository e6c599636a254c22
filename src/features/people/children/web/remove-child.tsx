/** Closes a child's book after a confirmation that names the amount leaving it. */

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { type Child, children } from '#features/people/children/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { messageOf } from '#web/errors.ts';
import { useCall } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';
import { toast } from '#web/ui/toast-store.ts';

export function RemoveChild({ child, onRemoved }: { child: Child; onRemoved: () => void }) {
  const [asking, setAsking] = useState(false);
  const { name } = child;
  const remove = useCall(children.remove, {
    onDone: () => {
      onRemoved();
      toast({
        title: t`Book closed`,
        description: t`For 72 hours every parent can restore it, in Family Overview.`,
      });
    },
    onFail: (error) => {
      setAsking(false);
      toast({ title: t`Error`, description: failure(error), destructive: true, inline: true });
    },
  });
  return (
    <section className="grid justify-items-start gap-3">
      <h3>{t`Close this book`}</h3>
      <p className="sub">{t`The book is hidden at once. After 72 hours name, age and every word are erased for good; until then every parent can restore it whole.`}</p>
      {remove.isError && <InlineAlert>{failure(remove.error)}</InlineAlert>}
      <Button look="alt" small onClick={() => setAsking(true)}>{t`Remove child`}</Button>
      <ConfirmDialog
        open={asking}
        title={t`Remove ${name}?`}
        confirmLabel={t`Remove`}
        cancelLabel={t`Keep the book`}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.run({ id: child.id })}
        onCancel={() => setAsking(false)}
      >
        {consequence(child)}
      </ConfirmDialog>
    </section>
  );
}

const failure = (error: unknown) => messageOf(error, t`Failed to remove the child`);

function consequence({ name, savingsBalance, spendingBalance }: Child): string {
  const savings = satsOf(savingsBalance);
  const spending = satsOf(spendingBalance);
  if (savings === 0n && spending === 0n)
    return t`${name}’s book is empty: no money leaves it. We tell every parent; for 72 hours any of you can restore the book.`;
  const saved = satsWithValue(savings);
  const spend = satsWithValue(spending);
  return t`After 72 hours, ${saved} of savings and ${spend} of spending money leave ${name}’s book. Until then any parent can restore it whole; we tell you all. Your wallets are not touched.`;
}
