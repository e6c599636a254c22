/** Withdraws an open request; its hold is released. */

import { t } from '@lingui/core/macro';
import { approvals } from '#features/book/approvals/contract.ts';
import { messageOf } from '#web/errors.ts';
import { useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast-store.ts';

export function TakeBack({ id, what }: { id: string; what: string }) {
  const back = useCall(approvals.takeBack, {
    onDone: () => toast({ title: t`Taken back`, description: what }),
    onFail: (error) => {
      const title = t`This could not be taken back`;
      toast({ title, description: messageOf(error, title), destructive: true, inline: true });
    },
  });
  return (
    <>
      <Button
        look="quiet"
        small
        busy={back.isPending}
        aria-label={t`Take back: ${what}`}
        onClick={() => back.run({ id })}
      >
        {t`Take back`}
      </Button>
      {back.isError && (
        <span className="field-error" role="alert">
          {messageOf(back.error, t`This could not be taken back`)}
        </span>
      )}
    </>
  );
}
