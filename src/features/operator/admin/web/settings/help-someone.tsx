/** Helps an adult without any working sign-in; their family is notified, and can stop it. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { help } from '#features/people/step-up/help/contract.ts';
import { momentText } from '#web/dates.ts';
import { useFormCall } from '#web/form-call.ts';
import { useTimeZone } from '#web/time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmailField } from '#web/ui/email-field.tsx';
import { Form } from '#web/ui/form.tsx';
import { HandedLink } from '#web/ui/handed-link.tsx';

export function HelpSomeone() {
  const [email, setEmail] = useState('');
  const [made, setMade] = useState<{ email: string; link: string; opensAt: string }>();
  const zone = useTimeZone();
  const ask = useFormCall(help.askAsOperator, {
    failed: t`No link was made.`,
    onDone: (answer, input) => {
      setMade({ email: input.email, ...answer });
      setEmail('');
    },
  });
  return (
    <Card className="grid gap-4" aria-labelledby="adm-help">
      <h2 id="adm-help">{t`Help someone sign in`}</h2>
      <Form
        onSubmit={() => ask.submit({ email: email.trim() })}
        errors={ask.errors}
        actions={<Button type="submit" busy={ask.busy}>{t`Make a link`}</Button>}
      >
        <EmailField
          name="email"
          label={t`The address they sign in with`}
          hint={t`First make sure it’s really them. The link works after 72 hours. Every adult in their family is told and can stop it.`}
          autoComplete="off"
          value={email}
          onChange={setEmail}
        />
      </Form>
      {made && (
        <HandedLink title={t`A link for ${made.email}`} link={made.link}>
          {t`Pass it on now. It works once, from ${momentText(made.opensAt, zone)}.`}
        </HandedLink>
      )}
    </Card>
  );
}
