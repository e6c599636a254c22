/** Pauses a child's allowance between two dates, inclusive; and ends a pause. */

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { type CivilDate, isCivilDate } from '#core/calendar.ts';
import type { Child } from '#features/people/children/contract.ts';
import { allowances } from '#features/pocket/allowances/contract.ts';
import { dateText } from '#web/dates.ts';
import { messageOf } from '#web/errors.ts';
import { useFormCall } from '#web/form-call.ts';
import { useCall } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Form, type FormErrors } from '#web/ui/form.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast-store.ts';

export interface PauseFormProps {
  child: Child;
  /** The family's current date: a pause starts today or later. */
  today: CivilDate;
}

export function PauseForm({ child, today }: PauseFormProps) {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const form = useFormCall(allowances.pause, {
    failed: t`Failed to update allowance settings`,
    toasts: { done: (_, pause) => ({ title: t`Allowance paused`, description: spanText(pause) }) },
  });
  return (
    <section className="grid gap-3" aria-label={t`Pause`}>
      <h3>{t`Pause`}</h3>
      <p className="sub">{t`Pay days between the two dates are skipped, both dates included.`}</p>
      <Form
        errors={form.errors}
        onSubmit={() => form.submit({ id: child.id, from, to }, wrongDates(from, to, today))}
        actions={<Button type="submit" look="alt" busy={form.busy}>{t`Pause allowance`}</Button>}
      >
        <div className="field-row">
          <DateField name="from" label={t`From`} min={today} value={from} onChange={setFrom} />
          <DateField name="to" label={t`To`} min={from || today} value={to} onChange={setTo} />
        </div>
      </Form>
      {child.pause && <EndPause child={child} pause={child.pause} today={today} />}
    </section>
  );
}

interface DateFieldProps {
  name: string;
  label: string;
  min: string;
  value: string;
  onChange: (value: string) => void;
}

function DateField(props: DateFieldProps) {
  return <TextField {...props} type="date" />;
}

interface EndPauseProps {
  child: Child;
  pause: NonNullable<Child['pause']>;
  today: CivilDate;
}

function EndPause({ child, pause, today }: EndPauseProps) {
  const end = useCall(allowances.endPause, {
    onDone: () => toast({ title: t`Pause ended` }),
    onFail: (error) =>
      toast({ title: t`Error`, description: failure(error), destructive: true, inline: true }),
  });
  const next = child.nextAllowanceDate && dateText(child.nextAllowanceDate, 'full');
  const [from, to] = [dateText(pause.from), dateText(pause.to)];
  const runs = pause.from <= today;
  return (
    <div className="grid justify-items-start gap-3">
      <p>{runs ? t`Paused from ${from} to ${to}.` : t`A pause is set from ${from} to ${to}.`}</p>
      <p className="sub">
        {next ? t`The next allowance is on ${next}.` : t`No allowance is coming up.`}
      </p>
      {end.isError && <InlineAlert>{failure(end.error)}</InlineAlert>}
      <Button look="alt" small busy={end.isPending} onClick={() => end.run({ id: child.id })}>
        {runs ? t`End the pause today` : t`Take the pause back`}
      </Button>
    </div>
  );
}

const failure = (error: unknown) => messageOf(error, t`Failed to update allowance settings`);

function spanText({ from, to }: { from: CivilDate; to: CivilDate }) {
  const [first, last] = [dateText(from), dateText(to)];
  return t`From ${first} to ${last}.`;
}

function wrongDates(from: string, to: string, today: CivilDate): FormErrors {
  return {
    ...(from < today && { from: t`A pause starts today or later` }),
    ...(!isCivilDate(from) && { from: t`Please enter the first day of the pause` }),
    ...(!isCivilDate(to) && { to: t`Please enter the last day of the pause` }),
  };
}
