/** How much of the family total one adult shows as shared; a way of counting that hides no book. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { Sats } from '#core/money.ts';
import type { User } from '#features/auth/contract.ts';
import { family } from '#features/family/contract.ts';
import { sharedSats } from '#features/family/rules.ts';
import { messageOf } from '#web/errors.ts';
import { checkInput, failedCall } from '#web/form-errors.ts';
import { useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Form, type FormErrors } from '#web/ui/form.tsx';
import { InfoIcon } from '#web/ui/icons.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { SliderField } from '#web/ui/slider-field.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { toast } from '#web/ui/toast-store.ts';

interface SharingCardProps {
  me: User;
  /** All books and goals of the family. */
  totalSats: Sats;
}

export function SharingCard({ me, totalSats }: SharingCardProps) {
  const [errors, setErrors] = useState<FormErrors>();
  const save = useSave(setErrors);
  const kept = {
    sharingEnabled: me.familyNetWorthSharingEnabled,
    sharePercentage: me.familyNetWorthSharePercentage,
  };
  const [typed, setTyped] = useState(kept.sharePercentage);
  const on = save.isPending ? save.variables.input.sharingEnabled : kept.sharingEnabled;
  const submit = (wanted: typeof kept) => {
    const wrong = checkInput(family.shareNetWorth.input, wanted);
    setErrors(wrong);
    if (!wrong) save.run(wanted);
  };
  const shown = { sharingEnabled: on, sharePercentage: wholePercent(typed) };
  return (
    <Card className="grid content-start gap-4" aria-labelledby="net-worth-sharing">
      <h2 id="net-worth-sharing">{t`Family net worth sharing`}</h2>
      <Switch
        label={t`Share with the other parent`}
        checked={on}
        onChange={(sharingEnabled) => submit({ ...kept, sharingEnabled })}
      />
      <Form errors={errors} onSubmit={() => submit({ sharingEnabled: on, sharePercentage: typed })}>
        {on && (
          <SliderField
            name="sharePercentage"
            label={t`Share percentage`}
            value={typed}
            onChange={setTyped}
          />
        )}
        {on && typed !== kept.sharePercentage && (
          <Button type="submit" className="justify-self-start" busy={save.isPending}>
            {t`Save`}
          </Button>
        )}
      </Form>
      <Amounts totalSats={totalSats} shared={sharedSats(totalSats, shown)} />
      <p className="sub flex items-start gap-2">
        <InfoIcon size={20} className="mt-0.5 shrink-0" />
        <span>
          <Trans>
            Sharing is a way of counting. It hides no book: both parents always see every child's
            book and every entry.
          </Trans>
        </span>
      </p>
    </Card>
  );
}

/** While a number is being typed it may be none. */
const wholePercent = (typed: number) =>
  Number.isInteger(typed) ? Math.min(100, Math.max(0, typed)) : 0;

function Amounts({ totalSats, shared }: { totalSats: Sats; shared: Sats }) {
  return (
    <dl className="balances">
      <div>
        <dt>{t`Total balance`}</dt>
        <dd>
          <MoneyText sats={totalSats} unit="btc" follow />
        </dd>
      </div>
      <div>
        <dt>{t`Shared amount`}</dt>
        <dd>
          <MoneyText sats={shared} unit="btc" follow />
        </dd>
      </div>
    </dl>
  );
}

function useSave(setErrors: (errors: FormErrors) => void) {
  return useCall(family.shareNetWorth, {
    onDone: ({ sharingEnabled, sharePercentage }) =>
      toast({
        title: t`Saved`,
        description: sharingEnabled ? t`You share ${sharePercentage}%.` : t`You share nothing.`,
      }),
    onFail: (error) => {
      const title = t`Update Failed`;
      setErrors(failedCall(error, title, ['sharePercentage']));
      toast({ title, description: messageOf(error, title), destructive: true });
    },
  });
}
