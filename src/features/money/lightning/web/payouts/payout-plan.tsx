/** A choice for parents: what happens to a child's allowance after it is booked. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type PayoutPlan as Choice,
  type Plan,
  payouts,
} from '#features/money/lightning/payouts/contract.ts';
import { query, useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { RadioGroup } from '#web/ui/choice-field.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { PayQuestion } from '../pay/pay-question.tsx';
import { receiverText } from './payout-words.ts';

type Child = { id: string; name: string };

interface PayoutPlanProps {
  child: Child;
  onSaved: () => void;
}

export function PayoutPlan(props: PayoutPlanProps) {
  const answer = useQuery(query(payouts.plan, { id: props.child.id }));
  return (
    <Loaded answer={answer} label={t`Opening the plan`} height="16rem">
      {(plan) => <PlanForm key={plan.plan} {...props} plan={plan} />}
    </Loaded>
  );
}

function PlanForm({ child, plan, onSaved }: PayoutPlanProps & { plan: Plan }) {
  const { id } = child;
  const [choice, choose] = useState<Choice>(plan.plan);
  const [asks, ask] = useState(false);
  const call = useCall(payouts.setPlan, {
    doneFirst: true,
    onDone: () => {
      toast({ title: t`Plan saved` });
      onSaved();
    },
    onFail: () => ask(false),
  });
  const seenAddress = plan.address ?? '';
  const isNewYes = choice === 'lightning' && plan.agreedAddress !== plan.address;
  const save = () => (isNewYes ? ask(true) : call.run({ id, plan: choice, seenAddress }));
  return (
    <div className="grid gap-4">
      <RadioGroup
        name="payoutPlan"
        label={t`What happens to the allowance then?`}
        value={choice}
        onChange={choose}
        options={choicesFor(child, plan)}
      />
      {plan.address === null && (
        <p className="sub">
          {t`To have it paid, first enter an address.`}{' '}
          <PageLink href="/lightning-connect">{t`Lightning addresses`}</PageLink>
        </p>
      )}
      {choice === 'lightning' && <p className="sub">{payerText(plan)}</p>}
      <CallFailure error={call.error} fallback={t`This could not be saved just now.`} />
      <div className="form-actions">
        <Button busy={call.isPending} onClick={save}>{t`Save plan`}</Button>
      </div>
      {asks && (
        <PayQuestion
          title={t`Pay ${child.name} on each pay day?`}
          confirmLabel={t`Yes, pay it`}
          payments={[
            {
              amount: plan.weekly,
              feeLimit: plan.feeLimit,
              payee: receiverText(seenAddress),
              description: t`Weekly allowance, without what goes into goals`,
            },
          ]}
          busy={call.isPending}
          onYes={() => call.run({ id, plan: 'lightning', seenAddress })}
          onNo={() => ask(false)}
        >
          {plan.leadsHome
            ? t`This address leads to your own wallet: the money only moves to spending money in the book.`
            : t`A minute after each pay day your wallet pays this by itself. It cannot be taken back.`}
        </PayQuestion>
      )}
    </div>
  );
}

const choicesFor = ({ name }: Child, { address }: Plan) => [
  {
    value: 'book' as const,
    label: t`Only write it down`,
    hint: t`Nothing is paid. You keep it for ${name}.`,
  },
  {
    value: 'lightning' as const,
    label: t`Pay it to ${name}’s own Lightning address`,
    hint: address === null ? t`${name} has no address yet.` : receiverText(address),
    disabled: address === null,
  },
  {
    value: 'vault' as const,
    label: t`Collect it for the vault`,
    hint: t`It stays in savings, and is listed until you have put it there.`,
  },
];

function payerText({ payer, leadsHome }: Plan): string {
  if (leadsHome)
    return t`This address leads to your own wallet: the money only moves to spending money in the book.`;
  switch (payer) {
    case 'server':
      return t`Your wallet pays it within its own budget. The fee is yours.`;
    case 'unlock':
      return t`Your wallet is encrypted: each pay day waits until you unlock it.`;
    case 'none':
      return t`Until you connect a wallet that can pay, it is listed as owed.`;
  }
}
