/** Wallets of one's own: a phone with a node, Alby Hub, phoenixd, or just a Lightning address. */
import { t } from '@lingui/core/macro';
import { ConnectForm } from './connect-form.tsx';

export function AdvancedTab() {
  return (
    <div className="grid gap-5">
      <section className="grid gap-3">
        <h2>{t`A wallet with a node on your phone`}</h2>
        <p className="sub">
          {t`Phoenix, Zeus and Breez keep the node on your phone, so nobody can ask it while the phone sleeps. Import their file instead, or enter the balance by hand.`}
        </p>
      </section>
      <section className="grid gap-3">
        <h2>{t`Alby Hub`}</h2>
        <ConnectForm type="alby_hub" />
      </section>
      <section className="grid gap-3">
        <h2>{t`phoenixd`}</h2>
        <ConnectForm type="phoenixd" />
      </section>
      <section className="grid gap-3">
        <h2>{t`A Lightning address`}</h2>
        <ConnectForm type="address" />
      </section>
    </div>
  );
}
