/** The encrypted data and each wallet's form: as shown by the server, and in the model. */

import type { SubWallet } from '#features/money/lightning/sub-wallets/contract.ts';
import type { EncryptedConfig } from '#features/money/vault/contract.ts';
import type { VaultPasskey } from '#features/money/vault/passkeys/contract.ts';
import type { PreparedAddresses } from '#features/money/wallet/prepared/contract.ts';
import type { Visitor } from '../support/app.ts';
import { CHILDREN } from './beginning.ts';
import { isOpen } from './model-people.ts';
import { subWalletOf } from './model-settings.ts';
import type { Model } from './model-types.ts';
import { nextOf, ready, walletsOf } from './model-wallets.ts';
import { hexFor, lockOf, payloadOf } from './sent-settings.ts';
import type { World } from './world.ts';

type Preferences = { prefersEncryption: boolean; hasLegacyWallet: boolean };

/** @param adult one of the two @param parent the other, or the same */
export async function readVault(adult: Visitor, parent: Visitor): Promise<unknown> {
  const [config, preferences, prepared, subWallets, ...locks] = await Promise.all([
    adult.get('/api/wallet/encrypted-config'),
    adult.get('/api/wallet/preferences'),
    adult.get('/api/wallet/prepared-addresses'),
    adult.get('/api/lightning/sub-wallets'),
    ...[...new Set([parent, adult])].map((one) => one.get('/api/wallet/passkeys')),
  ]);
  const { encryptedSecrets, version, isRenewalDue, spending, hasChildWallets } =
    config.body as EncryptedConfig;
  const { firstAddress, isRefillable, missing } = prepared.body as PreparedAddresses;
  const { prefersEncryption, hasLegacyWallet } = preferences.body as Preferences;
  return {
    ...{ prefersEncryption, hasLegacyWallet, version, isRenewalDue, payload: encryptedSecrets },
    ...{ isRotationDue: spending?.isRotationDue, hasChildWallets },
    ...{ firstAddress, isRefillable, missing: missing.receive },
    subWallets: (subWallets.body as SubWallet[]).map(({ inVault }) => inVault?.publicKey ?? null),
    locks: locks.map(({ body }) => (body as VaultPasskey[]).map(({ lock }) => lock)),
  };
}

/** @param isAlone read by the parent alone */
export function vaultOf(model: Model, keyOf: World['ids']['keyOf'], isAlone: boolean): unknown {
  const all = walletsOf(model);
  const { prefers, hasKey, payload, isOld, spends, isSpent, locks } = all;
  // Prepared by a browser, or given out before the key was encrypted.
  const isPrepared = !hasKey && all.hasFirst;
  const [end, given] = isPrepared ? [all.receive, nextOf(all.given)] : [0, 0];
  const own = CHILDREN.filter((no) => isOpen(model, no)).map((no) => subWalletOf(model, no));
  const keys = own.flatMap((one) => (one === undefined ? [] : [one.split(' ')[1] ?? '']));
  const lockOfPerson = (who: string) => {
    const found = locks.find((one) => one.startsWith(`${who} `));
    return found ? lockOf(found.slice(who.length + 1)) : null;
  };
  return {
    ...{ prefersEncryption: prefers, hasLegacyWallet: hasKey, version: model.version },
    ...{ isRenewalDue: isOld, payload: payload ? payloadOf(payload) : null },
    isRotationDue: spends ? isSpent : undefined,
    hasChildWallets: payload !== '' && keys.some((key) => key !== ''),
    firstAddress: isPrepared ? keyOf(all.watched).address(0) : null,
    isRefillable: isPrepared && all.token !== '' && !isOld,
    missing: { first: end, count: Math.max(0, given + ready(model) - end) },
    subWallets: keys.map((key) => (key === '' ? null : hexFor(`key of ${key}`, 32))),
    locks: (isAlone ? ['parent'] : ['parent', 'spouse']).map((who) => [lockOfPerson(who)]),
  };
}
