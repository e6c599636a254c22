/** Replaces a wallet's form until the operator has chosen the network. */
import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import { Banner } from './banner.tsx';

/** True until the operator has chosen it, as stated in the page. */
export const isNetworkUndecided = (): boolean =>
  document.documentElement.dataset.networkUndecided !== undefined;

export function UndecidedNote({ isOperator }: { isOperator: boolean }) {
  return (
    <Banner tone="info" title={t`Wallets aren’t available yet`}>
      {t`This server hasn’t been set to real bitcoin or test money yet. Everything else works.`}
      <WhoSets isOperator={isOperator} />
    </Banner>
  );
}

/** On its own line: next to the text, it would leave too little room. */
export function WhoSets({ isOperator }: { isOperator: boolean }) {
  if (!isOperator) return <p className="sub">{t`Ask whoever runs this server.`}</p>;
  return (
    <p>
      <Link href="/admin/settings">{t`Choose it in the server’s settings`}</Link>
    </p>
  );
}
