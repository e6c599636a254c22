/** The setup's Lightning step: the family's Lightning addresses, or none for now. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lightning } from '#features/money/lightning/connections/contract.ts';
import { auth } from '#features/people/auth/contract.ts';
import { Book } from '#web/book.tsx';
import { useFormCall } from '#web/form-call.ts';
import { said } from '#web/messages/said.ts';
import { query } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { addressErrors } from './address-errors.ts';

interface LightningStepProps {
  /** The children's names. */
  names: readonly string[];
  /** Called whether or not anything was saved. */
  onDone: () => void;
}

export function LightningStep(props: LightningStepProps) {
  return (
    <Book
      arrived
      title={t`Does anyone have a Lightning address?`}
      lead={t`It looks like an e-mail address and receives sats in seconds. Enter the ones you have. This can wait.`}
    >
      <Addresses {...props} />
    </Book>
  );
}

/** The call's name for the parents, among the children's names. */
const PARENT = 'parent';
const fieldOf = (name: string) => `address-${name}`;

function Addresses({ names, onDone }: LightningStepProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const { data: user } = useQuery(query(auth.user, {}));
  const isOwnMail = (text = '') => text.trim().toLowerCase() === user?.email.toLowerCase();
  const failed = t`Failed to save Lightning addresses`;
  const call = useFormCall(lightning.setUpAddresses, {
    failed,
    fields: [],
    toasts: {
      done: () => ({ title: t`Lightning Addresses Saved` }),
      wrong: (errors) => ({
        title: t`Configuration Error`,
        description: said(Object.values(errors)[0] ?? failed),
      }),
      failed: (description) => ({ title: t`Configuration Error`, description }),
    },
    onDone,
  });
  const addresses = Object.fromEntries(
    Object.entries(typed).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : [])),
  );
  const byField = Object.fromEntries(
    Object.entries(addresses).map(([name, text]) => [fieldOf(name), text]),
  );
  const submit = () =>
    Object.keys(addresses).length === 0
      ? onDone()
      : call.submit({ addresses }, addressErrors(byField));
  const field = (name: string, label: string) => (
    <TextField
      key={name}
      name={fieldOf(name)}
      label={label}
      {...(name === PARENT && { hint: t`Such as anna@example.com` })}
      below={
        isOwnMail(typed[name]) &&
        t`You sign in with this e-mail address. Keep it here only if your Lightning wallet gave it to you: an ordinary e-mail address receives no sats.`
      }
      autoComplete="off"
      spellCheck={false}
      value={typed[name] ?? ''}
      onChange={(text) => setTyped({ ...typed, [name]: text })}
    />
  );
  return (
    <Form
      onSubmit={submit}
      errors={call.errors}
      actions={
        <>
          <Button type="submit" busy={call.busy}>{t`Continue`}</Button>
          <Button look="quiet" onClick={onDone}>{t`Not now`}</Button>
        </>
      }
    >
      {field(PARENT, t`Parents’ Lightning address`)}
      {names.filter(isPlain).map((name) => field(name, t`${name}’s Lightning address`))}
    </Form>
  );
}

/** Children with the same name are set up under Connect Lightning, which uses their ids. */
const isPlain = (name: string, _: number, names: readonly string[]) =>
  name !== PARENT && names.filter((other) => other === name).length === 1;
