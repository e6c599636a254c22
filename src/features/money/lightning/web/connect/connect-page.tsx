/** /lightning-connect: connecting a wallet, addresses, reminders, and self-hosted wallets. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  type LightningConfig,
  lightning,
  type Purpose,
} from '#features/money/lightning/connections/contract.ts';
import { vault } from '#features/money/vault/contract.ts';
import { Book } from '#web/book.tsx';
import { query } from '#web/query.ts';
import { Banner } from '#web/ui/banner.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { BoltIcon } from '#web/ui/icons.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { inVaultText, useWalletInVault } from '../wallet-in-vault.ts';
import { AddressTab } from './address-tab.tsx';
import { AdvancedTab } from './advanced-tab.tsx';
import { ConnectForm } from './connect-form.tsx';
import { PayDaySteps, Where } from './pay-day-steps.tsx';
import { SyncTab } from './sync-tab.tsx';
import '../lightning.css';

interface ConnectPageProps {
  /** Whether pay days are recorded without a press, which paying them automatically requires. */
  automatic?: ReactNode;
}

export function ConnectPage({ automatic }: ConnectPageProps) {
  const answer = useQuery(query(lightning.config, {}));
  const mode = useQuery(query(vault.preferences, {}));
  return (
    <div className="grid gap-5">
      <Book
        title={t`Connect Lightning`}
        lead={t`Your wallet stays where it is. Satling asks it for invoices and, if you like, lets it pay within a budget that you set there.`}
        mark={<BoltIcon size={40} className="ln-mark" />}
      >
        <div className="ln-tabs">
          <Loaded answer={answer} label={t`Opening Lightning`} height="20rem">
            {(config) => (
              <Loaded answer={mode} label={t`Opening Lightning`} height="20rem">
                {({ prefersEncryption }) => (
                  <ConnectTabs
                    config={config}
                    isEncrypted={prefersEncryption}
                    automatic={automatic}
                  />
                )}
              </Loaded>
            )}
          </Loaded>
        </div>
      </Book>
      <div className="form-actions">
        <ButtonLink look="quiet" href="/dashboard">{t`Back`}</ButtonLink>
        <ButtonLink look="quiet" href="/dashboard">{t`Skip for now`}</ButtonLink>
      </div>
    </div>
  );
}

type ConnectTabsProps = ConnectPageProps & { config: LightningConfig; isEncrypted: boolean };

function ConnectTabs({ config, isEncrypted, automatic }: ConnectTabsProps) {
  return (
    <Tabs
      label={t`Connect Lightning`}
      tabs={[
        {
          id: 'setup',
          label: t`Setup`,
          panel: <SetupTab config={config} isEncrypted={isEncrypted} automatic={automatic} />,
        },
        { id: 'address', label: t`Address`, panel: <AddressTab config={config} /> },
        { id: 'sync', label: t`Sync`, panel: <SyncTab config={config} /> },
        { id: 'advanced', label: t`Advanced`, panel: <AdvancedTab isEncrypted={isEncrypted} /> },
      ]}
    />
  );
}

function SetupTab({ config, isEncrypted, automatic }: ConnectTabsProps) {
  const { connections } = config;
  const isInVault = useWalletInVault();
  const canPay = isInVault || connections.some(({ purpose }) => purpose === 'spend');
  return (
    <PayDaySteps config={config} canPay={canPay} isEncrypted={isEncrypted} automatic={automatic}>
      {(connections.length > 0 || isInVault) && (
        <Connected connections={connections} isInVault={isInVault} />
      )}
      {/* The same form, which preserves its input, once the vault's contents are known. */}
      <details className="fold" open={!canPay}>
        <summary>
          {connections.length > 0 || isInVault ? t`Connect another wallet` : t`Connect a wallet`}
        </summary>
        <ToConnect isEncrypted={isEncrypted} first={canPay ? 'receive' : 'spend'} />
      </details>
    </PayDaySteps>
  );
}

interface ConnectedProps {
  connections: LightningConfig['connections'];
  isInVault: boolean;
}

function Connected({ connections, isInVault }: ConnectedProps) {
  return (
    <Banner
      tone="done"
      title={t`Connected`}
      action={
        <ButtonLink look="alt" small href="/lightning-config">{t`Lightning wallet`}</ButtonLink>
      }
    >
      {connections.map(({ purpose, provider }) => (
        <p key={purpose}>
          {purpose === 'receive' ? t`${provider}, only to receive` : t`${provider}, to pay as well`}
        </p>
      ))}
      {isInVault && <p>{inVaultText()}</p>}
    </Banner>
  );
}

type ToConnectProps = { isEncrypted: boolean; first: Purpose };

/** A family that can already receive still needs a wallet that pays. */
function ToConnect({ isEncrypted, first }: ToConnectProps) {
  return (
    <div className="ln-ways">
      <Where>
        <li>{t`CoinOS: Settings, then Nostr Wallet Connect. Create a connection with a budget and copy its string.`}</li>
        <li>{t`Alby Hub: add a connection with a budget and copy its string.`}</li>
        <li>{t`Phoenix: only phoenixd on a machine of your own can be connected, under “Advanced”. The app on a phone cannot.`}</li>
      </Where>
      <ConnectForm key={first} type="nwc" isEncrypted={isEncrypted} first={first} />
      {/* That page sends the connection to the server. */}
      {!isEncrypted && (
        <p className="sub">
          {t`Not sure whether your wallet answers?`}{' '}
          <a href="/coinos-test">{t`Try the connection first`}</a>
        </p>
      )}
    </div>
  );
}
