/** The start of the family's day, and automatic booking of pocket money. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Input } from '#contract/endpoint.ts';
import { type Family, family as familyCalls } from '#features/household/family/contract.ts';
import { allowances } from '#features/pocket/allowances/contract.ts';
import { dateText } from '#web/dates.ts';
import { messageOf } from '#web/errors.ts';
import { query, useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Card } from '#web/ui/card.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { TimeZoneForm } from './time-zone-form.tsx';

type Settings = Input<typeof allowances.settings>;

export function PayDaySettings() {
  const family = useQuery(query(familyCalls.get, {}));
  return (
    <Card className="grid gap-4" aria-labelledby="family-pay-days">
      <h2 id="family-pay-days">{t`Pay days`}</h2>
      <Loaded answer={family} label={t`Loading the pay days`} height="10rem">
        {(settings) => <Settled family={settings} />}
      </Loaded>
    </Card>
  );
}

/** Whether pay days are recorded automatically; also a step toward automatic payment. */
export function AutomaticPayDays() {
  const family = useQuery(query(familyCalls.get, {})).data;
  const save = useSettings();
  const wanted = save.isPending ? save.variables.input.payAutomatically : undefined;
  // Always rendered, to avoid layout shift.
  return (
    <>
      <Switch
        label={t`Pay automatically`}
        hint={
          <Trans>
            Pocket money is recorded on each pay day at 06:00 in your family’s time zone. If this is
            off, you press Process Allowances yourself.
          </Trans>
        }
        checked={wanted ?? family?.payAutomatically === true}
        onChange={(payAutomatically) => save.run({ payAutomatically })}
      />
      <CallFailure error={save.error} fallback={t`Update Failed`} />
    </>
  );
}

function Settled({ family }: { family: Family }) {
  const [changes, setChanges] = useState(false);
  const save = useSettings(() => setChanges(false));
  const today = dateText(family.today, 'full');
  return (
    <>
      <AutomaticPayDays />
      <div className="grid gap-3 rule-above pt-4">
        <div className="spread gap-2">
          <div className="min-w-0">
            <p className="field-label">{t`Time zone`}</p>
            <p className="break-words">{family.timeZone.replaceAll('_', ' ')}</p>
            <p className="sub">{t`It is ${today} there.`}</p>
          </div>
          {!changes && (
            <Button look="alt" small onClick={() => setChanges(true)}>
              {t`Change time zone`}
            </Button>
          )}
        </div>
        {changes && (
          <TimeZoneForm
            zone={family.timeZone}
            busy={save.isPending}
            onSave={(timeZone) => save.run({ timeZone })}
            onCancel={() => setChanges(false)}
          />
        )}
      </div>
      <CallFailure error={save.error} fallback={t`Update Failed`} />
    </>
  );
}

function useSettings(close?: () => void) {
  return useCall(allowances.settings, {
    onDone: (_, settings) => {
      close?.();
      toast({ title: t`Saved`, description: savedText(settings) });
    },
    onFail: (error) => {
      const title = t`Update Failed`;
      toast({ title, description: messageOf(error, title), destructive: true, inline: true });
    },
  });
}

function savedText({ payAutomatically, timeZone }: Settings): string {
  if (timeZone) return t`Your family's days now follow ${timeZone}.`;
  return payAutomatically
    ? t`Pocket money is recorded automatically on each pay day.`
    : t`You record pocket money yourself.`;
}
