/** The term and its price, and the invoice that buys it. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import {
  billing,
  type Pricing,
  type SubscriptionInvoice,
  type Term,
} from '#features/money/billing/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { btcText } from '#web/ui/money-text.ts';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { InvoiceSlip } from './invoice-slip.tsx';
import { savingTexts } from './words.ts';

type Choice = 'month' | 'year';

interface OrderProps {
  pricing: Pricing;
  /** Referral codes work only with the first payment. */
  isFirst: boolean;
}

export function Order({ pricing, isFirst }: OrderProps) {
  const [choice, setChoice] = useState<Choice>('month');
  const [referralCode, setCode] = useState('');
  const [invoice, setInvoice] = useState<SubscriptionInvoice>();
  const call = useFormCall(billing.createInvoice, {
    failed: t`Please try again in a minute.`,
    toasts: {
      failed: (description) => ({ title: t`Failed to create invoice`, description }),
    },
    onDone: (made) => setInvoice(made.invoice),
  });
  const subscriptionMonths: Term = choice === 'year' ? 12 : 1;
  const submit = () =>
    call.submit({ subscriptionMonths, referralCode: isFirst ? referralCode : '' });
  if (invoice)
    return (
      <InvoiceSlip
        invoice={invoice}
        onPaid={() => setInvoice(undefined)}
        onAgain={() => setInvoice(undefined)}
      />
    );
  return (
    <section className="grid gap-4" aria-labelledby="bill-order">
      <h2 id="bill-order" className="text-h3">{t`What it costs`}</h2>
      <SegmentedControl
        label={t`For how long?`}
        value={choice}
        onChange={setChoice}
        options={[
          { value: 'month', label: t`1 month` },
          { value: 'year', label: t`12 months` },
        ]}
      />
      <Price sats={BigInt(choice === 'year' ? pricing.yearly : pricing.monthly)}>
        {choice === 'year' && savingTexts(pricing)}
      </Price>
      <Form
        onSubmit={submit}
        errors={call.errors}
        actions={<Button type="submit" busy={call.busy}>{t`Create invoice`}</Button>}
      >
        {isFirst && (
          <TextField
            name="referralCode"
            label={t`Referral code`}
            hint={t`From a family that told you about Satling: a month is free for both of you.`}
            optional
            maxLength={60}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={referralCode}
            onChange={setCode}
          />
        )}
      </Form>
    </section>
  );
}

function Price({ sats, children: savings }: { sats: bigint; children: string[] | false }) {
  return (
    <div className="bill-price" aria-live="polite">
      <MoneyText sats={sats} size="big" />
      <span className="sub num">{btcText(sats)}</span>
      {savings && savings.length > 0 && (
        <ul className="bill-savings">
          {savings.map((text) => (
            <li key={text} className="bill-saving">
              {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
