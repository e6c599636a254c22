/** Promised sats child by child, and the money that covers them. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { Coverage } from '#features/money/wallet/coverage/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { MoneyText } from '#web/ui/money.tsx';

export function CoverageTable({ coverage }: { coverage: Coverage }) {
  const { children, promised, held, waiting, shortBy, checkedAt } = coverage;
  const isShort = satsOf(shortBy) > 0n;
  return (
    <dl className="balances coverage-rows">
      {children.map(({ childId, childName, savings, goals, inVault }) => (
        <Row
          key={childId}
          term={childName}
          more={
            <>
              <OfThat term={t`of that in goals:`} sats={satsOf(goals)} />
              <OfThat term={t`in the vault:`} sats={satsOf(inVault)} />
            </>
          }
        >
          <MoneyText sats={satsOf(savings) + satsOf(goals)} follow />
        </Row>
      ))}
      <Row term={<strong>{t`Promised in the books`}</strong>}>
        <MoneyText sats={satsOf(promised)} follow />
      </Row>
      <Row term={<strong>{t`In the wallet`}</strong>}>
        {checkedAt ? <MoneyText sats={satsOf(held)} follow /> : t`Not known yet`}
      </Row>
      {checkedAt && satsOf(waiting) !== 0n && (
        <Row term={t`On its way, not counted`}>
          <MoneyText sats={satsOf(waiting)} follow signed />
        </Row>
      )}
      {checkedAt && (
        <Row term={<strong>{isShort ? t`Missing` : t`More than promised`}</strong>}>
          <MoneyText sats={isShort ? satsOf(shortBy) : satsOf(held) - satsOf(promised)} follow />
        </Row>
      )}
    </dl>
  );
}

const OfThat = ({ term, sats }: { term: string; sats: bigint }) =>
  sats > 0n && (
    <span className="sub block">
      {term} <MoneyText sats={sats} follow />
    </span>
  );

interface RowProps {
  term: ReactNode;
  more?: ReactNode;
  children: ReactNode;
}

const Row = ({ term, more, children }: RowProps) => (
  <div>
    <dt>
      <span>
        {term}
        {more}
      </span>
    </dt>
    <dd>{children}</dd>
  </div>
);
