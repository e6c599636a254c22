/** Instead of a wallet's form, until the operator has chosen the network. */
import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import { Banner } from './banner.tsx';

/** Whether nobody has chosen it yet, as the server says in the page. */
export const isNetworkUndecided = (): boolean =>
  document.documentElement.dataset.networkUndecided !== undefined;

export function UndecidedNote({ isOperator }: { isOperator: boolean }) {
  return (
    <Banner
      tone="info"
      title={t`Wallets aren’t available yet`}
      action={isOperator ? <ToSettings /> : <AskOperator />}
    >
      {t`This server hasn’t been set to real bitcoin or test money yet. Everything else works.`}
    </Banner>
  );
}

export const ToSettings = () => (
  <Link href="/admin/settings">{t`Choose it in the server’s settings`}</Link>
);

export const AskOperator = () => <span className="sub">{t`Ask whoever runs this server.`}</span>;
