/** How to find the read-only key in four wallets: short, and without pictures that age. */
import { t } from '@lingui/core/macro';

export function KeyGuides() {
  return (
    <details className="fold">
      <summary>{t`Where do I find this?`}</summary>
      <div className="grid gap-3">
        <p className="sub">
          {t`Make a separate account for the children’s savings: otherwise your wallet and Satling hand out the same addresses. Then export the account’s public key:`}
        </p>
        <dl className="wallet-guides">
          <Guide name="Sparrow">{t`Settings, Keystores: copy the xpub. Or Settings, Export, Output Descriptor: it names the type of address too.`}</Guide>
          <Guide name="BlueWallet">{t`Open the wallet, tap the three dots, then “Show Wallet XPUB”.`}</Guide>
          <Guide name="Ledger">{t`In the app: the account, the wrench, Advanced. Copy the value of “xpub”.`}</Guide>
          <Guide name="Trezor">{t`In Trezor Suite: the account, the three dots, “Show public key (XPUB)”.`}</Guide>
        </dl>
        <p className="sub">{t`Whoever has this key sees all payments of the account, for ever. Nobody can spend with it.`}</p>
      </div>
    </details>
  );
}

const Guide = ({ name, children }: { name: string; children: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
