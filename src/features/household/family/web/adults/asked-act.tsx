/** A button that asks for confirmation and names the consequence; shows errors next to it. */
import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { messageOf } from '#web/errors.ts';
import { useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toast } from '#web/ui/toast-store.ts';

interface AskedActProps<E extends Endpoint> {
  /** An endpoint without input. */
  endpoint: E;
  button: string;
  look?: 'alt' | 'quiet';
  danger?: boolean;
  question: string;
  consequence: ReactNode;
  /** Shown below it, see `ConfirmDialog`. */
  more?: ReactNode;
  /** See `useCall`. */
  doneFirst?: boolean;
  onDone: () => void;
}

export function AskedAct<E extends Endpoint>(props: AskedActProps<E>) {
  const { endpoint, button, look = 'quiet', danger = false, question, consequence } = props;
  const { doneFirst = false } = props;
  const [asks, setAsks] = useState(false);
  const fallback = t`Update Failed`;
  const act = useCall(endpoint, {
    doneFirst,
    onDone: () => {
      setAsks(false);
      props.onDone();
    },
    onFail: (error) => {
      setAsks(false);
      toast({
        title: fallback,
        description: messageOf(error, fallback),
        destructive: true,
        inline: true,
      });
    },
  });
  return (
    <>
      <CallFailure error={act.error} fallback={fallback} />
      <Button look={look} onClick={() => setAsks(true)}>
        {button}
      </Button>
      <ConfirmDialog
        open={asks}
        danger={danger}
        more={props.more}
        title={question}
        confirmLabel={button}
        busy={act.isPending}
        onConfirm={() => act.run({} as Parameters<typeof act.run>[0])}
        onCancel={() => setAsks(false)}
      >
        {consequence}
      </ConfirmDialog>
    </>
  );
}
