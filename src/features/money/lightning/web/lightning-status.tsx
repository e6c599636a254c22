/** The state of the family's Lightning wallet, and how to connect one. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type LightningConfig, lightning } from '#features/money/lightning/connections/contract.ts';
import { query } from '#web/query.ts';
import { ButtonLink, lookClass } from '#web/ui/button.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { inVaultText, useWalletInVault } from './wallet-in-vault.ts';
import { connectionText, numberText, rotationText } from './words.ts';
import './lightning.css';

export function LightningStatus() {
  const answer = useQuery(query(lightning.config, {}));
  return (
    <Loaded answer={answer} label={t`Opening Lightning`} height="6rem">
      {(config) => <Status config={config} />}
    </Loaded>
  );
}

function Status({ config: { connections } }: { config: LightningConfig }) {
  const isInVault = useWalletInVault();
  const isNone = connections.length === 0 && !isInVault;
  return (
    <div className="grid gap-3">
      {isNone && <p>{t`No Lightning wallet is connected yet.`}</p>}
      {isInVault && <p>{inVaultText()}</p>}
      <ul className="ln-rows">
        {connections.map(({ purpose, provider, state, balance, isRotationDue }) => (
          <li key={purpose}>
            <p>
              <strong>{provider}</strong>{' '}
              {purpose === 'receive' ? t`Only to receive` : t`To pay as well`}
            </p>
            <p className="sub">
              {connectionText(state)}
              {balance !== null && `, ${numberText(balance)}`}
            </p>
            {isRotationDue && <p>{rotationText(provider)}</p>}
          </li>
        ))}
      </ul>
      <div className="form-actions">
        <ButtonLink look="alt" href="/lightning-connect">
          {isNone ? t`Connect a Lightning wallet` : t`Connect Lightning`}
        </ButtonLink>
        {!isNone && (
          <PageLink href="/lightning-config" className={lookClass({ look: 'quiet' })}>
            {t`Lightning wallet`}
          </PageLink>
        )}
      </div>
    </div>
  );
}
