/** /subscription: its state, what it costs, and how to pay. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { billing, type Subscription } from '#features/money/billing/contract.ts';
import { Book } from '#web/book.tsx';
import { query } from '#web/query.ts';
import { useTimeZone } from '#web/time-zone.ts';
import { Loaded } from '#web/ui/loaded.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { Order } from './order.tsx';
import { ReferralCard } from './referral-card.tsx';
import { dayText, featureText, statusText } from './words.ts';
import '#web/ui/slip.css';
import './billing.css';

export function SubscriptionPage() {
  const answer = useQuery(query(billing.subscription, {}));
  const isSold = answer.data !== undefined && answer.data.subscription.status !== 'open';
  return (
    <div className="grid gap-5">
      <Book
        title={t`Subscription`}
        lead={t`The savings book is free, and stays free. A subscription is for what this server does beyond it.`}
      >
        <div className="grid gap-5">
          <Loaded answer={answer} label={t`Opening the subscription`} height="10rem">
            {({ subscription }) => <Standing subscription={subscription} />}
          </Loaded>
          {isSold && <Offer isFirst={answer.data.subscription.totalPaid === 0} />}
        </div>
      </Book>
      {isSold && <ReferralCard />}
    </div>
  );
}

function Standing({ subscription }: { subscription: Subscription }) {
  const { status, isActive, expiresAt, totalPaid } = subscription;
  const timeZone = useTimeZone();
  return (
    <section className="grid gap-3" aria-label={t`How it stands`}>
      <dl className="slip-lines">
        <Line term={t`Status`}>{statusText(subscription)}</Line>
        <Line term={t`Active`}>{isActive ? t`Yes` : t`No`}</Line>
        {expiresAt !== null && (
          <Line term={isActive ? t`Ends on` : t`Ended on`}>{dayText(expiresAt, timeZone)}</Line>
        )}
        <Line term={t`Total paid`}>
          <MoneyText sats={BigInt(totalPaid)} />
        </Line>
      </dl>
      {status === 'open' && (
        <p>{t`Whoever runs this server asks for nothing. Everything is open to your family.`}</p>
      )}
      {status === 'active' && (
        <p className="sub">
          {t`It ends by itself: nothing is ever taken from you. What you pay now is added to what is left.`}
        </p>
      )}
      {(status === 'none' || status === 'expired') && (
        <p className="sub">
          {t`Your books, goals, allowances and wallets work without it, and your data stays yours.`}
        </p>
      )}
    </section>
  );
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Offer({ isFirst }: { isFirst: boolean }) {
  const answer = useQuery(query(billing.pricing, {}));
  return (
    <Loaded answer={answer} label={t`Opening the prices`} height="16rem">
      {({ pricing, features }) => (
        <>
          <section className="grid gap-3" aria-labelledby="bill-opens">
            <h2 id="bill-opens" className="text-h3">{t`What it opens`}</h2>
            <ul className="bullets">
              {features.map((one) => (
                <li key={one}>{featureText(one)}</li>
              ))}
            </ul>
          </section>
          <Order pricing={pricing} isFirst={isFirst} />
        </>
      )}
    </Loaded>
  );
}
