/** What is encrypted, and in which form each wallet is: as the server shows it, and the model. */
import type { EncryptedConfig } from '#features/money/vault/contract.ts';
import type { VaultPasskey } from '#features/money/vault/passkeys/contract.ts';
import type { Visitor } from '../support/app.ts';
import type { Model } from './model-types.ts';
import { walletsOf } from './model-wallets.ts';
import { lockOf, payloadOf } from './sent-settings.ts';

type Preferences = { prefersEncryption: boolean; hasLegacyWallet: boolean };

/** @param adult one of the two @param parent the other one, or the same */
export async function readVault(adult: Visitor, parent: Visitor): Promise<unknown> {
  const [config, preferences, ...locks] = await Promise.all([
    adult.get('/api/wallet/encrypted-config'),
    adult.get('/api/wallet/preferences'),
    ...[...new Set([parent, adult])].map((one) => one.get('/api/wallet/passkeys')),
  ]);
  const { encryptedSecrets, version, isRenewalDue, spending } = config.body as EncryptedConfig;
  const { prefersEncryption, hasLegacyWallet } = preferences.body as Preferences;
  return {
    ...{ prefersEncryption, hasLegacyWallet, version, isRenewalDue, payload: encryptedSecrets },
    isRotationDue: spending?.isRotationDue,
    locks: locks.map(({ body }) => (body as VaultPasskey[]).map(({ lock }) => lock)),
  };
}

export function vaultOf(model: Model): unknown {
  const { prefers, hasKey, payload, isOld, spends, isSpent, locks } = walletsOf(model);
  const adults = model.away.has('spouse') ? ['parent'] : ['parent', 'spouse'];
  const lockOfPerson = (who: string) => {
    const found = locks.find((one) => one.startsWith(`${who} `));
    return found ? lockOf(found.slice(who.length + 1)) : null;
  };
  return {
    ...{ prefersEncryption: prefers, hasLegacyWallet: hasKey, version: model.version },
    ...{ isRenewalDue: isOld, payload: payload ? payloadOf(payload) : null },
    isRotationDue: spends ? isSpent : undefined,
    locks: adults.map((who) => [lockOfPerson(who)]),
  };
}
