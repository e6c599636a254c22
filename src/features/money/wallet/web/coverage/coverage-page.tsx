/** "Is it covered?": compares the children's books with the family's wallet. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Coverage, coverage } from '#features/money/wallet/coverage/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { query } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';
import { VaultDayCard } from '../vault-days/vault-day-card.tsx';
import { agoText } from '../words.ts';
import { StateChip } from './coverage-chip.tsx';
import { CoverageHistory } from './coverage-history.tsx';
import { CoverageTable } from './coverage-table.tsx';
import { NotLookedUp } from './not-looked-up.tsx';
import { TopUp } from './top-up.tsx';
import '../wallet.css';

interface CoveragePageProps {
  /** Leads to connecting the family's first wallet; unavailable in the demo. */
  onConnect?: () => void;
  /** The Lightning side, if there is one. */
  spending?: ReactNode;
}

export function CoveragePage({ onConnect, spending }: CoveragePageProps) {
  const answer = useQuery(query(coverage.get, {}));
  return (
    <div className="grid gap-5">
      <h1>{t`Is it covered?`}</h1>
      <Loaded answer={answer} label={t`Comparing books and wallet`} height="24rem">
        {(found) => <CoverageView coverage={found} onConnect={onConnect} spending={spending} />}
      </Loaded>
    </div>
  );
}

interface CoverageViewProps {
  coverage: Coverage;
  onConnect: (() => void) | undefined;
  spending: ReactNode;
}

function CoverageView({ coverage: found, onConnect, spending }: CoverageViewProps) {
  return (
    <>
      <Card className="grid gap-4">
        <p className="wallet-chips">
          <StateChip coverage={found} />
        </p>
        <p className="coverage-verdict">{verdictText(found)}</p>
        {found.state === 'no_wallet' && onConnect && (
          <>
            <div>
              <Button onClick={onConnect}>{t`Connect a wallet`}</Button>
            </div>
            <NoneYet />
          </>
        )}
        {found.state === 'not_checked' && onConnect && <NotLookedUp />}
        {found.state === 'short' && onConnect && <TopUp shortBy={found.shortBy} />}
        {found.state !== 'no_wallet' && <CoverageTable coverage={found} />}
      </Card>
      <VaultDayCard />
      {found.history.length > 0 && (
        <Card className="grid gap-4" aria-labelledby="coverage-history">
          <h2 id="coverage-history">{t`History`}</h2>
          <CoverageHistory coverage={found} />
        </Card>
      )}
      {spending}
      <Card className="grid gap-3" aria-labelledby="coverage-rules">
        <h2 id="coverage-rules">{t`How this is judged`}</h2>
        <ul className="bullets">
          <li>{t`For the family as a whole: your wallet has no parts that belong to one child.`}</li>
          <li>{t`Savings and goals are compared with your Bitcoin wallet, spending money with your Lightning wallet.`}</li>
          <li>{t`Only confirmed bitcoin counts. Pending payments are listed separately.`}</li>
          <li>{t`If it turns short, both parents get a message. A child reads only “Your parents keep your savings.”`}</li>
        </ul>
      </Card>
    </>
  );
}

/** For parents who start without any bitcoin. */
function NoneYet() {
  return (
    <details className="fold">
      <summary>{t`I don’t have a wallet yet`}</summary>
      <ul className="bullets">
        <li>{t`That’s fine: until you have one, the books are a promise of yours, as with pocket money in a notebook.`}</li>
        <li>{t`When you’re ready, install a Bitcoin wallet on your phone, or get a small device that keeps the keys, and write its secret words on paper. Nobody else may see them, Satling included.`}</li>
        <li>{t`Buy as much bitcoin as the books say, and send it to your wallet.`}</li>
        <li>{t`Then come back, press “Connect a wallet”, and paste an address from “Receive”. From then on this page tells you whether it is enough.`}</li>
      </ul>
    </details>
  );
}

function verdictText({ state, promised, held, shortBy, checkedAt }: Coverage): string {
  const [books, wallet] = [satsWithValue(satsOf(promised)), satsWithValue(satsOf(held))];
  switch (state) {
    case 'covered':
      return t`Your wallet holds ${wallet}, and the children’s books promise ${books}. It is enough.`;
    case 'short': {
      const missing = satsWithValue(satsOf(shortBy));
      return t`The children’s books promise ${books}, and your wallet holds ${wallet}: ${missing} are missing. Top it up when you can.`;
    }
    case 'not_checked':
      return checkedAt
        ? t`Your wallet was last looked up ${agoText(checkedAt)}. It held ${wallet} then; the books promise ${books} today.`
        : t`Nobody has looked your wallet up yet. The children’s books promise ${books}.`;
    case 'no_wallet':
      return t`Your children’s savings and goals come to ${books}. Connect your wallet to see whether it holds as much.`;
  }
}
