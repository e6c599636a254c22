/** How often to send reminders of the wallet's file, and the alert about large spending. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import {
  type LightningConfig,
  lightning,
  SYNC_FREQUENCIES,
  type SyncFrequency,
} from '#features/money/lightning/connections/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup } from '#web/ui/choice-field.tsx';
import { Form } from '#web/ui/form.tsx';
import { Switch } from '#web/ui/switch.tsx';

export function SyncTab({ config }: { config: LightningConfig }) {
  const [syncFrequency, setFrequency] = useState(config.syncFrequency);
  const [emailReminders, setReminders] = useState(config.emailReminders);
  const [spendingAlerts, setAlerts] = useState(config.spendingAlerts);
  const call = useFormCall(lightning.savePreferences, {
    failed: t`Save failed`,
    toasts: {
      done: () => ({ title: t`Sync preferences saved!` }),
      failed: (description) => ({ title: t`Save failed`, description }),
    },
  });
  return (
    <Form
      onSubmit={() => call.submit({ syncFrequency, emailReminders, spendingAlerts })}
      errors={call.errors}
      actions={<Button type="submit" busy={call.busy}>{t`Save preferences`}</Button>}
    >
      <RadioGroup
        name="syncFrequency"
        label={t`Remind me to bring the book and the wallet together`}
        value={syncFrequency}
        onChange={setFrequency}
        options={SYNC_FREQUENCIES.map((value) => ({ value, label: frequencyText(value) }))}
      />
      <Switch label={t`Remind me by mail`} checked={emailReminders} onChange={setReminders} />
      <Switch
        label={t`Tell me about large spending`}
        hint={t`A message when a Lightning payment takes more than 20% of a child’s spending money.`}
        checked={spendingAlerts}
        onChange={setAlerts}
      />
    </Form>
  );
}

function frequencyText(frequency: SyncFrequency): string {
  switch (frequency) {
    case 'daily':
      return t`Daily`;
    case 'every3days':
      return t`Every 3 days`;
    case 'weekly':
      return t`Weekly`;
    case 'manual':
      return t`Only manually`;
  }
}
