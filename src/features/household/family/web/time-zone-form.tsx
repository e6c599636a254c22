/** A picker for all time zones that this browser knows. Rendered only on demand. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form.tsx';
import { SelectField } from '#web/ui/text-field.tsx';

interface TimeZoneFormProps {
  zone: string;
  busy: boolean;
  onSave: (zone: string) => void;
  onCancel: () => void;
}

export function TimeZoneForm({ zone, busy, onSave, onCancel }: TimeZoneFormProps) {
  const [chosen, setChosen] = useState(zone);
  return (
    <Form
      onSubmit={() => onSave(chosen)}
      actions={
        <>
          <Button type="submit" busy={busy}>{t`Save`}</Button>
          <Button look="quiet" onClick={onCancel}>{t`Cancel`}</Button>
        </>
      }
    >
      <SelectField
        name="timeZone"
        label={t`Family's time zone`}
        hint={
          <Trans>
            Pay days and weeks begin at midnight there. What is already recorded does not change.
          </Trans>
        }
        value={chosen}
        onChange={setChosen}
        options={zonesWith(zone)}
      />
    </Form>
  );
}

/** This browser may list the current zone under another name. */
function zonesWith(zone: string) {
  const known = Intl.supportedValuesOf('timeZone');
  const zones = known.includes(zone) ? known : [zone, ...known];
  return zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}
