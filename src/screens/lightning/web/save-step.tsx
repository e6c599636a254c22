/** The wizard's last step: seals the vault with the Lightning wallet in it, and saves it. */

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { type Provider, relaysIn, SECRET_OF } from '#core/lightning/providers.ts';
import type { VaultPayload } from '#core/vault/payload.ts';
import { type EncryptedConfig, vault } from '#features/money/vault/contract.ts';
import type { Configuration } from '#features/money/vault/web/configuration-query.ts';
import { messageOf } from '#web/errors.ts';
import { skipPrompt } from '#web/passphrase-prompt.ts';
import { useCall } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { openVersion, resealVault, sealVault } from '#web/vault/vault.ts';

export interface WizardStart {
  config: EncryptedConfig;
  configuration: Configuration;
}

interface Sealing extends WizardStart {
  /** The family has no vault yet. */
  isNew: boolean;
  passphrase: string;
  provider: Provider;
  secret: string;
  /** "My wallet cannot set a budget". */
  withoutBudget: boolean;
  onSaved: () => void;
}

export type Saving = ReturnType<typeof useSave>;

export function SaveStep({ save, onBack }: { save: Saving; onBack: () => void }) {
  const { failure, isBusy, run } = save;
  return (
    <div className="grid gap-4">
      {failure ? (
        <InlineAlert>{failure}</InlineAlert>
      ) : (
        <p aria-live="polite">{t`Your browser locks the connection and saves the locked copy.`}</p>
      )}
      <div className="form-actions">
        <Button busy={isBusy} onClick={() => void run()}>
          {failure ? t`Try Again` : t`Saving`}
        </Button>
        <Button look="quiet" onClick={onBack}>{t`Back`}</Button>
      </div>
    </div>
  );
}

export function useSave(props: Sealing) {
  const { config, configuration, provider, secret, onSaved } = props;
  const [failure, setFailure] = useState<string>();
  const [isSealing, setSealing] = useState(false);
  const description = t`Failed to configure Lightning wallet. Please try again.`;
  const fail = (error: unknown) => {
    setFailure(messageOf(error, description));
    toast({ title: t`Setup Failed`, description, destructive: true, inline: true });
  };
  const save = useCall(vault.configureLightning, {
    doneFirst: true,
    onDone: () => {
      toast({ title: t`Lightning Configured` });
      onSaved();
    },
    onFail: fail,
  });
  const run = async () => {
    setFailure(undefined);
    setSealing(true);
    try {
      const encryptedSecrets = await sealed(props);
      skipPrompt();
      const { walletId } = configuration;
      save.run({
        encryptedSecrets,
        provider,
        hasLightning: true,
        // The vault opened here may have been resealed since.
        version: openVersion() ?? config.version,
        relays: relaysIn(provider, secret),
        ...(walletId !== null && { walletId }),
      });
    } catch (error) {
      fail(error);
    } finally {
      setSealing(false);
    }
  };
  return { run, failure, isBusy: isSealing || save.isPending };
}

/** Includes the wallet that the server could read until now, if any. */
function sealed(props: Sealing): Promise<VaultPayload> {
  const { config, configuration, isNew, passphrase, provider, secret, withoutBudget } = props;
  const binding = { purpose: 'wallet', familyId: config.familyId } as const;
  const { walletAddress, walletXpub } = configuration;
  const added = {
    lightningProvider: provider,
    [SECRET_OF[provider]]: secret.trim(),
    ...(withoutBudget && { withoutBudget: 'yes' }),
    ...(walletAddress !== null && { walletAddress }),
    ...(walletXpub !== null && { walletXpub }),
  };
  if (isNew) return sealVault({ secrets: added, passphrase, binding });
  // Another provider's secret is removed.
  const others = [...Object.values(SECRET_OF), 'withoutBudget'].map((name) => [name, undefined]);
  return resealVault({ passphrase, binding, add: { ...Object.fromEntries(others), ...added } });
}
