/** The sign-in address, and how to change it: both mailboxes must confirm. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { emailChange, type Pending } from '#features/household/email-change/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { query, useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Form } from '#web/ui/form.tsx';
import { TickCircleIcon, WaitingIcon } from '#web/ui/icons.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast-store.ts';

export function AddressCard({ email }: { email: string }) {
  const change = useQuery({ ...query(emailChange.get, {}), staleTime: 0 });
  return (
    <Card className="grid gap-4" aria-labelledby="own-address">
      <h2 id="own-address">{t`Your e-mail address`}</h2>
      <p className="break-words">
        <strong>{email}</strong>
      </p>
      <Loaded answer={change} label={t`Loading your address`} height="3rem">
        {(pending) => (pending ? <Waiting email={email} pending={pending} /> : <NoChange />)}
      </Loaded>
    </Card>
  );
}

function NoChange() {
  const [open, setOpen] = useState(false);
  if (open) return <NewAddress onClose={() => setOpen(false)} />;
  return (
    <Button look="alt" small className="justify-self-start" onClick={() => setOpen(true)}>
      {t`Change e-mail address`}
    </Button>
  );
}

function NewAddress({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const title = t`Update Failed`;
  const start = useFormCall(emailChange.start, {
    failed: title,
    toasts: {
      done: () => ({ title: t`Two links sent`, description: t`Open both within an hour.` }),
      failed: (description) => ({ title, description }),
    },
  });
  return (
    <Form
      errors={start.errors}
      onSubmit={() => start.submit({ email: email.trim() })}
      actions={
        <>
          <Button type="submit" busy={start.busy}>{t`Send both links`}</Button>
          <Button look="quiet" onClick={onClose}>{t`Cancel`}</Button>
        </>
      }
    >
      <TextField
        name="email"
        label={t`New e-mail address`}
        hint={t`We’ll e-mail the old and the new address. Both must confirm.`}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        value={email}
        onChange={setEmail}
      />
    </Form>
  );
}

function Waiting({ email, pending }: { email: string; pending: Pending }) {
  const cancel = useCall(emailChange.cancel, {
    onDone: () => toast({ title: t`Saved`, description: t`Your address stays as it is.` }),
  });
  return (
    <div className="grid gap-3">
      <p className="break-words">
        <Trans>
          On its way to <strong>{pending.newEmail}</strong>. Open the link in both mailboxes within
          an hour.
        </Trans>
      </p>
      <ul className="grid gap-2">
        <Mailbox email={email} confirmed={pending.oldConfirmed} />
        <Mailbox email={pending.newEmail} confirmed={pending.newConfirmed} />
      </ul>
      <CallFailure error={cancel.error} fallback={t`Update Failed`} />
      <Button
        look="quiet"
        small
        className="justify-self-start"
        busy={cancel.isPending}
        onClick={() => cancel.run({})}
      >
        {t`Keep the old address`}
      </Button>
    </div>
  );
}

function Mailbox({ email, confirmed }: { email: string; confirmed: boolean }) {
  return (
    <li className="spread gap-2">
      <span className="min-w-0 break-all">{email}</span>
      {confirmed ? (
        <Chip tone="green" icon={<TickCircleIcon size={16} />}>{t`Confirmed`}</Chip>
      ) : (
        <Chip tone="blue" icon={<WaitingIcon size={16} />}>{t`Waiting`}</Chip>
      )}
    </li>
  );
}
