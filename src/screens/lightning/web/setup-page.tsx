/** /lightning-setup: the wizard that locks a Lightning wallet into the family's only vault. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lightning } from '#features/money/lightning/connections/contract.ts';
import { vault } from '#features/money/vault/contract.ts';
import { configurationQuery } from '#features/money/vault/web/configuration-query.ts';
import { Book } from '#web/book.tsx';
import { query } from '#web/query.ts';
import { Banner } from '#web/ui/banner.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { BoltIcon } from '#web/ui/icons.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { LightningWizard } from './lightning-wizard.tsx';
import type { WizardStart } from './save-step.tsx';

export function LightningSetupPage() {
  return (
    <Book
      title={t`Set up Lightning`}
      lead={t`The connection to your wallet is locked in this browser, with a passphrase that only you know. The server never reads it, so you confirm each payment yourself.`}
      mark={<BoltIcon size={40} className="text-gold" />}
    >
      <Start />
    </Book>
  );
}

function Start() {
  const config = useQuery(query(vault.config, {}));
  const configuration = useQuery(configurationQuery());
  const connected = useQuery(query(lightning.config, {}));
  // The state when the wizard began: saving something here leads to its end.
  const [start, begin] = useState<WizardStart>();
  const label = t`Opening Lightning`;
  const isPaying = connected.data?.connections.some(({ purpose }) => purpose === 'spend');
  if (start)
    return (
      <div className="grid gap-5">
        {!start.config.hasEncryptedWallet && (
          <p className="sub">
            {t`Want pay days to pay themselves?`}{' '}
            <PageLink href="/lightning-connect">{t`Connect a wallet without encryption`}</PageLink>
          </p>
        )}
        <LightningWizard {...start} />
      </div>
    );
  if (isPaying) return <PayingOnServer />;
  if (config.data && configuration.data && connected.data)
    begin({ config: config.data, configuration: configuration.data });
  return (
    <Loaded answer={config} label={label} height="18rem">
      {() => (
        <Loaded answer={configuration} label={label} height="18rem">
          {() => (
            <Loaded answer={connected} label={label} height="18rem">
              {() => null}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

/** Never in two places: a paying connection is either on the server or in the vault. */
function PayingOnServer() {
  return (
    <div className="grid gap-4">
      <Banner title={t`A connection that pays is on this server`}>
        {t`Remove it first, here and in your wallet. Then make a new one in your wallet and lock that.`}
      </Banner>
      <div className="form-actions">
        <ButtonLink href="/lightning-config">{t`Lightning wallet`}</ButtonLink>
      </div>
    </div>
  );
}
