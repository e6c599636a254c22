/** The part of an adult's money visible to the other; it only changes totals, and hides no book. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { Sats } from '#core/money.ts';
import { family } from '#features/household/family/contract.ts';
import { sharedSats } from '#features/household/family/rules.ts';
import type { User } from '#features/people/auth/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Form } from '#web/ui/form.tsx';
import { InfoIcon } from '#web/ui/icons.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { SliderField } from '#web/ui/slider-field.tsx';
import { Switch } from '#web/ui/switch.tsx';

interface SharingCardProps {
  me: User;
  /** The total of the family's books and goals. */
  totalSats: Sats;
  /** The part that the other parent sees only if shared; zero without another parent. */
  ownPartSats: Sats;
}

export function SharingCard({ me, totalSats, ownPartSats }: SharingCardProps) {
  const save = useSave();
  const kept = {
    sharingEnabled: me.familyNetWorthSharingEnabled,
    sharePercentage: me.familyNetWorthSharePercentage,
  };
  const [typed, setTyped] = useState(kept.sharePercentage);
  const on = save.sending?.sharingEnabled ?? kept.sharingEnabled;
  const shown = { sharingEnabled: on, sharePercentage: wholePercent(typed) };
  return (
    <Card className="grid content-start gap-4" aria-labelledby="net-worth-sharing">
      <h2 id="net-worth-sharing">{t`Family net worth sharing`}</h2>
      <Switch
        label={t`Share with the other parent`}
        checked={on}
        onChange={(sharingEnabled) => save.submit({ ...kept, sharingEnabled })}
      />
      <Form
        errors={save.errors}
        onSubmit={() => save.submit({ sharingEnabled: on, sharePercentage: typed })}
      >
        {on && (
          <SliderField
            name="sharePercentage"
            label={t`Share percentage`}
            value={typed}
            onChange={setTyped}
          />
        )}
        {on && typed !== kept.sharePercentage && (
          <Button type="submit" className="justify-self-start" busy={save.busy}>
            {t`Save`}
          </Button>
        )}
      </Form>
      <Amounts
        totalSats={totalSats}
        ownPartSats={ownPartSats}
        sharedSats={sharedSats(ownPartSats, shown)}
      />
      <p className="sub aside">
        <InfoIcon size={20} />
        <span>
          <Trans>
            Sharing only changes the totals: both parents still see every child's book and every
            entry.
          </Trans>
        </span>
      </p>
    </Card>
  );
}

/** Undefined while the typed text is not a number. */
const wholePercent = (typed: number) =>
  Number.isInteger(typed) ? Math.min(100, Math.max(0, typed)) : 0;

type AmountsProps = Record<'totalSats' | 'ownPartSats' | 'sharedSats', Sats>;

function Amounts({ totalSats, ownPartSats, sharedSats }: AmountsProps) {
  const lines: [label: string, sats: Sats][] = [
    [t`Total balance`, totalSats],
    [t`Your part`, ownPartSats],
    [t`Shared amount`, sharedSats],
  ];
  return (
    <dl className="balances">
      {lines.map(([label, sats]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <MoneyText sats={sats} follow />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function useSave() {
  const title = t`Update Failed`;
  return useFormCall(family.shareNetWorth, {
    failed: title,
    fields: ['sharePercentage'],
    toasts: {
      done: ({ sharingEnabled, sharePercentage }) => ({
        title: t`Saved`,
        description: sharingEnabled ? t`You share ${sharePercentage}%.` : t`You share nothing.`,
      }),
      failed: (description) => ({ title, description }),
    },
  });
}
