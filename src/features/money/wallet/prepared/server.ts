/**
 * Accepts the addresses of an encrypted wallet from a parent's browser. Anything a session could
 * send without the passphrase needs a fresh sign-in; the token proves that the vault is open.
 */
import { timingSafeEqual } from 'node:crypto';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { BitcoinNetwork } from '#core/bitcoin/network.ts';
import { vaultChanged } from '#features/money/vault/changed.ts';
import { readVault } from '#features/money/vault/store.ts';
import type { Tx } from '#server/db/sql.ts';
import { sha256 } from '#server/http/actor.ts';
import type { Services, UserContext } from '#server/http/context.ts';
import type { Limiter } from '#server/http/limits.ts';
import { type Handlers, preparedBy } from '#server/http/mount.ts';
import { newId } from '#server/ids.ts';
import { type Place, writeSeen } from '../watched/addresses.ts';
import { removeWallet } from '../watched/store.ts';
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
import {
  addVaultWallet,
  countChildren,
  findPrepared,
  type Prepared,
  registerRefill,
} from './store.ts';

/** Calls per hour that a person's browsers may make with a token; 5,000 addresses take 50. */
const REFILLS = { points: 100, seconds: 3_600 };

export const preparedHandlers = (
  { chain: { network } }: Pick<Services, 'chain'>,
  limit: Limiter,
): Handlers<typeof prepared> => ({
  get: (_, { tx, actor }) => answer(tx, actor.familyId),

  add: async ({ version, firstAddress, refillToken, ...given }, { tx, actor, now }) => {
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
    if (!(isSame && scriptType === null)) await keepPlaces(tx, familyId, fresh);
    if (refillToken !== undefined) await registerRefill(tx, familyId, sha256(refillToken));
    return answer(tx, familyId);
  },

  refill: preparedBy(
    countTry(limit),
    async ({ version, refillToken, firstAddress, ...given }, { tx, actor: { familyId } }) => {
      await requireVersion(tx, familyId, version);
      const before = await requireRefillable(tx, familyId, firstAddress, refillToken);
      const { scriptType, states, known } = before;
      if (scriptType === null) throw unknownRefill('firstAddress');
      const missing = missingOf(states, await countChildren(tx, familyId));
      const places = readBatches({ ...given, scriptType }, network);
      await keepPlaces(tx, familyId, newPlaces(places, missing, known));
      return answer(tx, familyId);
    },
  ),

  // Only the browser can see that the vault holds another wallet, or none.
  forget: async ({ version, firstAddress }, { tx, actor: { familyId }, now }) => {
    await requireVersion(tx, familyId, version);
    const known = await findPrepared(tx, familyId);
    if (known?.firstAddress === firstAddress) await removeWallet(tx, familyId, now);
    return answer(tx, familyId);
  },

  forgetUnasked: preparedBy(
    countTry(limit),
    async ({ version, refillToken, firstAddress }, { tx, actor: { familyId }, now }) => {
      await requireVersion(tx, familyId, version);
      await requireRefillable(tx, familyId, firstAddress, refillToken);
      await removeWallet(tx, familyId, now);
      return answer(tx, familyId);
    },
  ),
});

/** Runs before a token is compared, and outside the transaction: refused attempts count too. */
const countTry =
  (limit: Limiter) =>
  async <I>(_: I, { actor }: UserContext): Promise<void> => {
    if (!(await limit('refill', actor.userId, REFILLS)))
      throw new Refusal('RATE_LIMITED', because('WAIT_HOUR'));
  };

/** @throws Refusal CONFLICT unless this token was registered for the known addresses */
async function requireRefillable(
  tx: Tx,
  familyId: string,
  firstAddress: string,
  token: string,
): Promise<Prepared> {
  const known = await findPrepared(tx, familyId);
  if (!known?.refillHash || !timingSafeEqual(known.refillHash, sha256(token)))
    throw unknownRefill('refillToken');
  if (known.firstAddress !== firstAddress) throw unknownRefill('firstAddress');
  return known;
}

const unknownRefill = (field: 'refillToken' | 'firstAddress') =>
  new Refusal('CONFLICT', because('REFILL_UNKNOWN'), field);

async function keepPlaces(tx: Tx, familyId: string, places: readonly Place[]): Promise<void> {
  const unseen = { status: null, confirmedSats: 0n, waitingSats: 0n };
  const rows = places.map((place) => ({ ...place, ...unseen }));
  if (rows.length > 0) await writeSeen(tx, familyId, rows);
}

/** A browser with an older vault open may neither send addresses nor delete them. */
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
    ...{ scriptType, firstAddress, isRefillable: Boolean(found?.refillHash) },
    missing: isWhole ? NOTHING_MISSING : missingOf(states, await countChildren(tx, familyId)),
  };
}
