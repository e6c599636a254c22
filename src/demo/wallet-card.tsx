/** The sample family's wallets: where a real family's money would be. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { satsOf } from '#web/amounts.ts';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import type { DemoWallet } from './recording.ts';

export function WalletCard({ wallet }: { wallet: DemoWallet }) {
  return (
    <Card className="dash-stack" aria-labelledby="demo-wallets">
      <div className="card-head">
        <h2 id="demo-wallets">{t`The family's own wallets`}</h2>
        <Chip tone="gold">{t`Test money`}</Chip>
      </div>
      <p className="sub">{t`Satling keeps the book and never holds money. In wallets of their own, the sample family would have this:`}</p>
      <dl className="balances demo-wallet">
        <Row term={t`On-chain: savings and goals`}>
          <MoneyText sats={satsOf(wallet.balance)} follow />
        </Row>
        <Row term={t`Lightning: spending money`}>
          <MoneyText sats={satsOf(wallet.lightningBalance)} follow />
        </Row>
        <Row term={t`Of that, on its way to savings`}>
          <MoneyText sats={satsOf(wallet.lightningPendingBalance)} follow />
        </Row>
        <Row term={t`Together`}>
          <MoneyText sats={satsOf(wallet.totalBalance)} follow />
        </Row>
      </dl>
      <p className="sub demo-address">
        {t`Sample address on the test network. Please send nothing there:`}{' '}
        <span className="mono">{wallet.address}</span>
      </p>
    </Card>
  );
}

const Row = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
);
