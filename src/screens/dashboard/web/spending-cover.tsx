/** Whether the children's spending money in the Lightning wallet is covered by its balance. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { lightning } from '#features/money/lightning/connections/contract.ts';
import {
  type SpendingCoverage,
  spendingCoverage,
} from '#features/money/lightning/coverage/contract.ts';
import { StateChip } from '#features/money/wallet/web/coverage/coverage-chip.tsx';
import { CoverageHistory } from '#features/money/wallet/web/coverage/coverage-history.tsx';
import { agoText } from '#features/money/wallet/web/words.ts';
import { satsOf } from '#web/amounts.ts';
import { query, useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Card } from '#web/ui/card.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';

/** Renders nothing if no child keeps spending money there, or no wallet can be queried. */
export function SpendingCover() {
  const { data } = useQuery(query(spendingCoverage.get, {}));
  if (!data || data.state === 'none') return null;
  return <Spending found={data} state={data.state} />;
}

interface SpendingProps {
  found: SpendingCoverage;
  state: Exclude<SpendingCoverage['state'], 'none'>;
}

function Spending({ found, state }: SpendingProps) {
  const { answer, shortBy, checkedAt, history } = found;
  const asking = useCall(lightning.testConnection);
  const shown = { state, shortBy, checkedAt: answer === 'told' ? checkedAt : null };
  return (
    <Card className="grid gap-4" aria-labelledby="spending-cover">
      <h2 id="spending-cover">{t`Spending money`}</h2>
      <p className="wallet-chips">
        <StateChip coverage={shown} />
      </p>
      <p className="coverage-verdict">{verdictText(found)}</p>
      <Lines found={found} />
      {answer !== 'not_told' && (
        <div>
          <Button
            look="alt"
            busy={asking.isPending}
            onClick={() => asking.run({ purpose: 'spend' })}
          >
            {t`Ask the wallet again`}
          </Button>
        </div>
      )}
      <CallFailure error={asking.error} fallback={t`The wallet could not be asked.`} />
      {history.length > 1 && <CoverageHistory coverage={found} />}
    </Card>
  );
}

function verdictText({
  state,
  answer,
  provider,
  promised,
  held,
  shortBy,
  checkedAt,
}: SpendingCoverage) {
  const books = satsWithValue(satsOf(promised));
  const wallet = provider ?? t`The wallet`;
  if (answer === 'silent')
    return t`${wallet} isn’t answering. Until it does, nobody knows whether it holds the ${books} of spending money.`;
  if (answer === 'not_told')
    return t`${wallet} doesn’t say what it holds, so nobody can compare it with the ${books} of spending money.`;
  if (held === null || state === 'not_checked')
    return t`The book or the wallet has changed since they were last compared, ${agoText(checkedAt ?? '')}.`;
  const balance = satsWithValue(satsOf(held));
  return state === 'short'
    ? t`${wallet} holds ${balance}, and your children’s spending money is ${books}: ${satsWithValue(satsOf(shortBy))} are missing. Top it up when you can.`
    : t`${wallet} holds ${balance}, and your children’s spending money is ${books}. It is enough.`;
}

function Lines({ found: { children, promised, held } }: { found: SpendingCoverage }) {
  return (
    <dl className="balances coverage-rows">
      {children.map(({ childId, childName, spending }) => (
        <Line key={childId} term={childName}>
          <MoneyText sats={satsOf(spending)} follow />
        </Line>
      ))}
      <Line term={<strong>{t`Spending money in the books`}</strong>}>
        <MoneyText sats={satsOf(promised)} follow />
      </Line>
      <Line term={<strong>{t`In the Lightning wallet`}</strong>}>
        {held === null ? t`Not known` : <MoneyText sats={satsOf(held)} follow />}
      </Line>
    </dl>
  );
}

const Line = ({ term, children }: { term: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
);
