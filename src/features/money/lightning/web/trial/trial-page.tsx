/**
 * /coinos-test: anyone can test a wallet connection here, in three steps, before the family's book
 * relies on it.
 */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { trying } from '#features/money/lightning/trying/contract.ts';
import { Book } from '#web/book.tsx';
import { query } from '#web/query.ts';
import type { Tried } from './trial-connect.tsx';
import { TrialConnect } from './trial-connect.tsx';
import { TrialHelp } from './trial-help.tsx';
import { type TestInvoice, TrialInvoice } from './trial-invoice.tsx';
import { TrialStep } from './trial-step.tsx';
import { TrialString } from './trial-string.tsx';
import '../lightning.css';
import '#web/ui/slip.css';
import './trial.css';

export function TrialPage() {
  const [tried, setTried] = useState<Tried>();
  const [invoice, setInvoice] = useState<TestInvoice>();
  const [isPaid, setPaid] = useState(false);
  const connectionId = tried?.connectionId;
  const held = useQuery({
    ...query(trying.balance, { connectionId: connectionId ?? '' }),
    enabled: connectionId !== undefined,
    meta: { quiet: true },
  });
  const connected = (next: Tried) => {
    setTried(next);
    if (next.connectionId === connectionId) void held.refetch();
  };
  const balance = held.data?.balance ?? tried?.balance ?? null;
  return (
    <Book
      label={t`Wallet connection test`}
      title={t`Try your wallet`}
      lead={t`Three steps show whether CoinOS, or another wallet that apps can connect to, answers. You don’t need an account, and we keep nothing.`}
    >
      <ol className="trial">
        <TrialStep number={1} title={t`Get your connection string`} done={tried !== undefined}>
          <TrialString />
        </TrialStep>
        <TrialStep number={2} title={t`Test the connection`} done={tried !== undefined}>
          <TrialConnect tried={tried && { ...tried, balance }} onConnected={connected} />
        </TrialStep>
        {(tried || invoice) && (
          <TrialStep number={3} title={t`Try a payment`} done={isPaid}>
            <TrialInvoice
              connectionId={connectionId}
              invoice={invoice}
              onMade={(made) => {
                setInvoice(made);
                setPaid(false);
              }}
              isPaid={isPaid}
              onPaid={() => {
                setPaid(true);
                void held.refetch();
              }}
            />
          </TrialStep>
        )}
      </ol>
      <TrialHelp connectionId={connectionId} hasInvoice={invoice !== undefined} isPaid={isPaid} />
    </Book>
  );
}
