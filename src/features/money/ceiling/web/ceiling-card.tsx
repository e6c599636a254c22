/** The daily limit: how much a parent may move before signing in again. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '#contract/endpoint.ts';
import { ceiling } from '#features/money/ceiling/contract.ts';
import { timeText } from '#web/dates.ts';
import { useFormCall } from '#web/form-call.ts';
import { dateFormat } from '#web/formats.ts';
import { query } from '#web/query.ts';
import { useTimeZone } from '#web/time-zone.ts';
import { amountOf } from '#web/ui/amount.ts';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Form } from '#web/ui/form.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';

export function CeilingCard() {
  const answer = useQuery(query(ceiling.get, {}));
  return (
    <Card className="grid gap-3" aria-labelledby="ceiling">
      <h2 id="ceiling">{t`Daily limit`}</h2>
      <Loaded answer={answer} label={t`Looking up your daily limit`} height="9rem">
        {(known) => <Ceiling key={known.amount} known={known} />}
      </Loaded>
    </Card>
  );
}

type KnownProps = { known: Output<typeof ceiling.get> };

function Ceiling({ known }: KnownProps) {
  const [amount, setAmount] = useState(() => amountOf(BigInt(known.amount)));
  const call = useFormCall(ceiling.save, {
    failed: t`The limit could not be saved just now.`,
    toasts: { done: () => ({ title: t`Limit saved` }) },
  });
  return (
    <Form
      onSubmit={() => call.submit({ limit: amount.sats?.toString() ?? '' })}
      errors={call.errors}
      actions={<Button type="submit" look="alt" busy={call.busy}>{t`Save limit`}</Button>}
    >
      <Counting known={known} />
      <AmountField
        name="limit"
        label={t`Above this amount a day, ask me to sign in again`}
        hint={t`It applies to each parent over any 24 hours, fees included. With 0, we ask every time. A higher limit applies after 72 hours, a lower one right away.`}
        chips={[]}
        value={amount}
        onChange={setAmount}
      />
    </Form>
  );
}

/** The limit in effect. A raised one is announced as not yet in effect. */
function Counting({ known: { counts, from } }: KnownProps) {
  const timeZone = useTimeZone();
  const sats = satsWithValue(BigInt(counts));
  if (from === null)
    return (
      <p className="sub">
        <Trans>
          Above {sats} a day, we ask you to sign in again and tell every parent. Below it, paying
          stays one press.
        </Trans>
      </p>
    );
  const when = weekdayText(from, timeZone);
  return (
    <Banner tone="info">
      <Trans>
        The new limit applies from {when}. Until then, payments above {sats} a day ask you to sign
        in again.
      </Trans>
    </Banner>
  );
}

/** Weekday and time within a week: `Saturday, 10:15 AM`. */
const weekdayText = (moment: string, timeZone: string | undefined): string =>
  `${dateFormat({ weekday: 'long', timeZone }).format(new Date(moment))}, ${timeText(moment, timeZone)}`;
