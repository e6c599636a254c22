/** Self-hosted wallets: a phone with a node, Alby Hub, phoenixd, or just a Lightning address. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { ConnectForm } from './connect-form.tsx';

export function AdvancedTab({ isEncrypted }: { isEncrypted: boolean }) {
  return (
    <div className="ln-ways">
      <Way title={t`A wallet with a node on your phone`}>
        <p className="sub">
          {t`Phoenix, Zeus and Breez keep the node on your phone, so nobody can ask it while the phone sleeps. Import their file instead, or enter the balance by hand.`}
        </p>
      </Way>
      <Way title={t`Alby Hub`}>
        <ConnectForm type="alby_hub" isEncrypted={isEncrypted} />
      </Way>
      <Way title={t`phoenixd`}>
        <ConnectForm type="phoenixd" isEncrypted={isEncrypted} />
      </Way>
      <Way title={t`A Lightning address`}>
        <ConnectForm type="address" isEncrypted={isEncrypted} />
      </Way>
    </div>
  );
}

function Way({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
