/** Steps to automatic payment of pay days: those done, the next one, and where to find it. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { LightningConfig } from '#features/money/lightning/connections/contract.ts';
import { paying } from '#features/money/lightning/paying/contract.ts';
import { payouts } from '#features/money/lightning/payouts/contract.ts';
import { children as childrenCalls } from '#features/people/children/contract.ts';
import { query } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { PayoutPlan } from '../payouts/payout-plan.tsx';
import { planText } from '../payouts/payout-words.ts';
import { TrialStep } from '../trial/trial-step.tsx';
import { TryIt } from '../trial/try-it.tsx';
import { AddressTab } from './address-tab.tsx';
import '../trial/trial.css';

type Kid = { id: string; name: string };

interface PayDayStepsProps {
  config: LightningConfig;
  canPay: boolean;
  /** If true, only a parent's browser can pay. */
  isEncrypted: boolean;
  automatic: ReactNode;
  /** The first step: how to connect a wallet here. */
  children: ReactNode;
}

/** Expands open steps and always shows the plans; the trial is optional. */
export function PayDaySteps(props: PayDayStepsProps) {
  const { config, canPay, isEncrypted, automatic, children } = props;
  const kids = useQuery(query(childrenCalls.list, {})).data ?? [];
  const paid = useQuery(query(paying.list, {})).data?.some(({ state }) => state === 'paid');
  const ended = useQuery(query(payouts.list, {})).data?.payouts;
  // Once a pay day has been paid automatically, all steps are done.
  const haveCome = ended?.some((one) => one.plan === 'lightning' && one.state === 'paid') === true;
  const haveTried = paid === true;
  const haveAddresses = kids.length > 0 && kids.every(({ id }) => config.childAddresses[id]);
  return (
    <>
      <h2 id="pay-day-steps">
        {isEncrypted ? t`Pay pocket money over Lightning` : t`Let pay days pay themselves`}
      </h2>
      {isEncrypted && (
        <p>{t`Only your browser can use an encrypted wallet, so each pay day waits under “Needs you” until you unlock the wallet and press once.`}</p>
      )}
      <ol className="trial" aria-labelledby="pay-day-steps">
        <TrialStep number={1} title={t`Connect a wallet that can pay`} done={canPay}>
          {children}
        </TrialStep>
        <TrialStep
          number={2}
          title={t`Try it with 10 sats`}
          done={haveTried}
          open={canPay && !haveTried}
        >
          <TryIt kids={kids} to={config.parentAddress ?? ''} />
        </TrialStep>
        <TrialStep
          number={3}
          title={t`Say where each child is paid`}
          done={haveAddresses}
          open={canPay && !haveAddresses}
        >
          <Where>
            <li>{t`CoinOS: give your child an account of their own. The address is its name, then @coinos.io.`}</li>
            <li>{t`Alby Hub: make the child a small wallet on your hub, under “Lightning wallet”. It needs no address.`}</li>
            <li>{t`Phoenix: it has no address that can be paid each week. Use CoinOS for the child.`}</li>
          </Where>
          <details className="fold" open={canPay && !haveAddresses}>
            <summary>{t`Lightning addresses`}</summary>
            <AddressTab config={config} />
          </details>
        </TrialStep>
        <TrialStep
          number={4}
          title={t`Choose what happens on pay day`}
          done={haveCome}
          open={canPay && haveAddresses}
        >
          {kids.length === 0 && <p className="sub">{t`Add a child first.`}</p>}
          <ul className="grid gap-3">
            {kids.map((kid) => (
              <PlanLine key={kid.id} kid={kid} />
            ))}
          </ul>
          {automatic}
          {!isEncrypted && (
            <p className="sub">
              {t`Once a child is paid over Lightning, your wallet pays a minute after each pay day. You can stop it here at any time.`}
            </p>
          )}
        </TrialStep>
      </ol>
    </>
  );
}

function PlanLine({ kid }: { kid: Kid }) {
  const plan = useQuery(query(payouts.plan, { id: kid.id })).data;
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const { name } = kid;
  return (
    <li className="spread gap-3">
      <p>
        <strong>{name}</strong> {plan && planText(plan)}
      </p>
      <Button look="alt" small onClick={() => setOpen(true)} aria-label={t`Choose for ${name}`}>
        {t`Choose`}
      </Button>
      {isOpen && (
        <Dialog title={t`After ${name}’s pay day`} onClose={close}>
          <PayoutPlan child={kid} onSaved={close} />
        </Dialog>
      )}
    </li>
  );
}

/** Folded, because it is needed only once. */
export function Where({ children }: { children: ReactNode }) {
  return (
    <details className="fold">
      <summary>{t`Where do I find it?`}</summary>
      <ul className="bullets">{children}</ul>
    </details>
  );
}
