/** Instead of a wallet's form, until the operator has chosen the network. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Banner } from './banner.tsx';

/** Whether nobody has chosen it yet, as the server says in the page. */
export const isNetworkUndecided = (): boolean =>
  document.documentElement.dataset.networkUndecided !== undefined;

export function UndecidedNote({ action = <AskOperator /> }: { action?: ReactNode }) {
  return (
    <Banner tone="info" title={t`Wallets have to wait a little`} action={action}>
      {t`Nobody has said yet whether this server holds real bitcoin or test money. Everything else works.`}
    </Banner>
  );
}

export const AskOperator = () => <span className="sub">{t`Ask whoever runs this server.`}</span>;
