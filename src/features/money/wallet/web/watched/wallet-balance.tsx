/** The balance of the family's wallet, and when and where it was looked up. */
import { t } from '@lingui/core/macro';
import type { WalletInfo } from '#features/money/wallet/watched/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { MoneyText } from '#web/ui/money.tsx';
import { agoText } from '../words.ts';

export function WalletBalance({ info }: { info: WalletInfo }) {
  const pending = satsOf(info.pendingBalance);
  const host = info.source.server?.host;
  return (
    <>
      <dl className="balances">
        <div>
          <dt>{t`In the wallet`}</dt>
          <dd>
            {info.checkedAt ? <MoneyText sats={satsOf(info.balance)} follow /> : t`Not known yet`}
          </dd>
        </div>
        {pending !== 0n && (
          <div>
            <dt>{t`On its way`}</dt>
            <dd>
              <MoneyText sats={pending} follow signed />
            </dd>
          </div>
        )}
      </dl>
      <p className="sub">
        {info.addressCount === 1 ? t`1 address in use` : t`${info.addressCount} addresses in use`}
        {' · '}
        {info.checkedAt ? t`checked ${agoText(info.checkedAt)}` : t`not looked up yet`}
        {host && ` · ${t`asked: ${host}`}`}
      </p>
    </>
  );
}
