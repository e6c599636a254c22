/** Takes the addresses of an encrypted wallet from a parent's browser. */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { BitcoinNetwork } from '#core/bitcoin/network.ts';
import { vaultChanged } from '#features/vault/changed.ts';
import { readVault } from '#features/vault/store.ts';
import type { Tx } from '#server/db/database.ts';
import type { Handlers, Services } from '#server/http/mount.ts';
import { newId } from '#server/ids.ts';
import { type Place, writeSeen } from '../addresses.ts';
import { removeWallet } from '../store.ts';
import type { PreparedAddresses, prepared } from './contract.ts';
import {
  type Given,
  missingOf,
  NO_ADDRESSES,
  NOTHING_MISSING,
  newPlaces,
  readBatch,
  readOneAddress,
} from './rules.ts';
import { addVaultWallet, countChildren, findPrepared } from './store.ts';

export const preparedHandlers = ({
  chain: { network },
}: Pick<Services, 'chain'>): Handlers<typeof prepared> => ({
  get: (_, { tx, actor }) => answer(tx, actor.familyId),

  add: async ({ version, firstAddress, ...given }, { tx, actor, now }) => {
    const { familyId, userId: by } = actor;
    await requireVersion(tx, familyId, version);
    const { scriptType } = given;
    const before = await findPrepared(tx, familyId);
    const isSame = before?.firstAddress === firstAddress && before.scriptType === scriptType;
    const { known, states } = isSame ? before : { known: [], states: NO_ADDRESSES };
    const missing = missingOf(states, await countChildren(tx, familyId));
    const fresh =
      scriptType === null
        ? [readOneAddress(given, firstAddress, network)]
        : newPlaces(readBatches({ ...given, scriptType }, network), missing, known);
    if (!isSame) {
      if (fresh[0]?.branch !== 'receive' || fresh[0].address !== firstAddress)
        throw new Refusal('VALIDATION_ERROR', because('FIRST_ADDRESS_MISSING'), 'firstAddress');
      const walletId = newId(now.getTime());
      await addVaultWallet(tx, familyId, { walletId, network, scriptType, by, now });
    }
    const unseen = { status: null, confirmedSats: 0n, waitingSats: 0n };
    const rows = fresh.map((place) => ({ ...place, ...unseen }));
    if (rows.length > 0 && !(isSame && scriptType === null)) await writeSeen(tx, familyId, rows);
    return answer(tx, familyId);
  },

  // Only the browser can see that the vault holds another wallet, or none.
  forget: async ({ version, firstAddress }, { tx, actor: { familyId }, now }) => {
    await requireVersion(tx, familyId, version);
    const known = await findPrepared(tx, familyId);
    if (known?.firstAddress === firstAddress) await removeWallet(tx, familyId, now);
    return answer(tx, familyId);
  },
});

/** A browser that has an older vault open neither sends addresses nor has them forgotten. */
async function requireVersion(tx: Tx, familyId: string, version: number): Promise<void> {
  const vault = await readVault(tx, familyId);
  if (!vault.payload) throw new Refusal('CONFLICT', because('NO_ENCRYPTED_WALLET'));
  if (vault.version !== version) throw await vaultChanged(tx, familyId);
}

const readBatches = (given: Given, network: BitcoinNetwork): Place[] =>
  (['receive', 'change'] as const).flatMap((branch) => readBatch(given, branch, network));

async function answer(tx: Tx, familyId: string): Promise<PreparedAddresses> {
  const found = await findPrepared(tx, familyId);
  const { scriptType = null, firstAddress = null, states = NO_ADDRESSES } = found ?? {};
  const isWhole = found !== undefined && scriptType === null;
  return {
    ...{ scriptType, firstAddress },
    missing: isWhole ? NOTHING_MISSING : missingOf(states, await countChildren(tx, familyId)),
  };
}
