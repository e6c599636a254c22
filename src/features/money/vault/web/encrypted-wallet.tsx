/** The family’s wallet while it is encrypted: locked, or open in this tab. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { vault } from '#features/money/vault/contract.ts';
import { keptCopyText } from '#web/kept-copy.ts';
import { query, useCall } from '#web/query.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { KeyIcon } from '#web/ui/icons.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { lockVault, showVault, useOpenWallet } from '#web/vault/vault.ts';
import type { OpenWallet } from '#web/vault/work.ts';
import { AfterLeaving } from './after-leaving.tsx';
import { RenewDialog } from './renew-dialog.tsx';
import { PasskeyUnlocking } from './unlock/passkey-unlocking.tsx';
import { UnlockDialog } from './unlock/unlock-dialog.tsx';
import { childKeysLost } from './words.ts';
import './vault.css';

type Open = 'unlock' | 'forget' | 'renew' | undefined;

interface EncryptedWalletProps {
  /** Approximate height, reserved while it loads. */
  height: string;
  /** The server's view of the wallet, drawn by a higher feature. */
  watch?: ReactNode;
}

export function EncryptedWallet({ height, watch }: EncryptedWalletProps) {
  const config = useQuery(query(vault.config, {}));
  const wallet = useOpenWallet();
  const [dialog, open] = useState<Open>();
  const close = () => open(undefined);
  return (
    <Loaded answer={config} label={t`Opening the wallet`} height={height}>
      {({ version, isRenewalDue, hasChildWallets, network, spending }) => (
        <Card className="dash-stack" aria-labelledby="family-wallet">
          <div className="card-head">
            <h2 id="family-wallet">{t`Family wallet`}</h2>
            <p className="flex flex-wrap items-center gap-2">
              {wallet ? (
                <Chip tone="green" icon={<KeyIcon size={16} />}>{t`Decrypted`}</Chip>
              ) : (
                <Chip icon={<KeyIcon size={16} />}>{t`Encrypted and locked`}</Chip>
              )}
              {network !== 'mainnet' && <Chip tone="gold">{t`Test money`}</Chip>}
            </p>
          </div>
          <AfterLeaving config={{ isRenewalDue, spending }} onRenew={() => open('renew')} />
          {watch}
          {wallet ? (
            <Opened wallet={wallet} onRenew={() => open('renew')} />
          ) : (
            <>
              <p className="sub">
                {t`Only your passphrase opens it. This server cannot read the key.`}
              </p>
              <div className="form-actions">
                <Button onClick={() => open('unlock')}>{t`Unlock`}</Button>
                <EditLink />
                <Button look="quiet" small onClick={() => open('forget')}>
                  {t`The passphrase is lost`}
                </Button>
              </div>
            </>
          )}
          {(dialog === 'unlock' || (dialog === 'renew' && !wallet)) && (
            <UnlockDialog
              onUnlocked={dialog === 'unlock' ? close : ignore}
              onClose={close}
              ways={<Button look="quiet" onClick={close}>{t`Not now`}</Button>}
            />
          )}
          {dialog === 'forget' && (
            <Forget version={version} hasChildWallets={hasChildWallets} onClose={close} />
          )}
          {dialog === 'renew' && wallet && <RenewDialog version={wallet.version} onClose={close} />}
        </Card>
      )}
    </Loaded>
  );
}

/** After unlocking, the dialog's own action comes next. */
const ignore = () => undefined;

function Opened({ wallet, onRenew }: { wallet: OpenWallet; onRenew: () => void }) {
  const [key, setKey] = useState<string>();
  const show = async () => {
    const { walletXpub, walletAddress } = await showVault();
    setKey(walletXpub ?? walletAddress);
  };
  return (
    <>
      <p className="sub">{t`Unlocked in this tab only.`}</p>
      {wallet.kind !== 'none' && (
        <p className="sub">
          {wallet.kind === 'address' ? t`Its address:` : t`The first address of your wallet:`}
        </p>
      )}
      <ul className="grid gap-3">
        {wallet.firstAddresses.map((address) => (
          <li key={address} className="key-text mono">
            {address}
          </li>
        ))}
      </ul>
      {key !== undefined && (
        <>
          <p className="sub">{t`Its public key:`}</p>
          <p className="key-text mono">{key}</p>
          <CopyButton text={key} label={t`Copy the public key`} className="justify-self-start" />
        </>
      )}
      <div className="form-actions">
        <Button look="alt" small onClick={lockVault}>{t`Lock now`}</Button>
        {wallet.kind === 'key' && (
          <Button
            look="quiet"
            small
            onClick={() => (key === undefined ? void show() : setKey(undefined))}
          >
            {key === undefined ? t`Show the public key` : t`Hide the public key`}
          </Button>
        )}
        <EditLink />
        <Button look="quiet" small onClick={onRenew}>{t`New passphrase`}</Button>
        <PasskeyUnlocking />
      </div>
    </>
  );
}

/** The wizard puts another wallet into the vault, under the same passphrase. */
const EditLink = () => (
  <ButtonLink look="alt" small href="/encryption-options#wallet">{t`Edit`}</ButtonLink>
);

interface ForgetProps {
  version: number;
  hasChildWallets: boolean;
  onClose: () => void;
}

function Forget({ version, hasChildWallets, onClose }: ForgetProps) {
  const forget = useCall(vault.forget, { doneFirst: true, onDone: onClose });
  return (
    <ConfirmDialog
      title={t`Delete the encrypted wallet?`}
      confirmLabel={t`Delete`}
      danger
      busy={forget.isPending}
      onConfirm={() => forget.run({ version })}
      onCancel={onClose}
      more={<CallFailure error={forget.error} fallback={t`It could not be deleted.`} />}
    >
      {t`Nobody can open it without the passphrase, neither can we. Your children’s books stay, and so does your money: connect the wallet again afterwards.`}
      {hasChildWallets && <> {childKeysLost()}</>} {keptCopyText()}
    </ConfirmDialog>
  );
}
