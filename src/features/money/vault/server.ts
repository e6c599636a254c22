/** The encrypted wallet on the server: stored, replaced, deleted, and never in two forms. */
import type { Parsed } from '#contract/endpoint.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { BitcoinNetwork } from '#core/bitcoin/network.ts';
import type { Tx } from '#server/db/sql.ts';
import type { FamilyContext } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import { newId } from '#server/ids.ts';
import { vaultChanged } from './changed.ts';
import type { vault } from './contract.ts';
import {
  endVaultPasskeys,
  readVault,
  type VaultRow,
  type VaultSpending,
  writeVault,
} from './store.ts';

type Typed = { walletAddress?: string | undefined; walletXpub?: string | undefined };

/** The wallet in the standard form, which belongs to a higher feature; passed in by `app`. */
export interface PlainWallet {
  network: BitcoinNetwork;
  read: (
    tx: Tx,
    familyId: string,
  ) => Promise<
    { walletId: string; walletAddress: string | null; walletXpub: string | null } | undefined
  >;
  /** @throws Refusal unless it is a wallet of this server's network */
  save: (wallet: Typed, context: FamilyContext) => Promise<void>;
  /** The wallet is encrypted from now on; its known addresses stay watched. */
  forgetKey: (tx: Tx, familyId: string) => Promise<void>;
  /** Stops browsers from extending the prepared addresses until a person allows it again. */
  endRefills: (tx: Tx, familyId: string) => Promise<unknown>;
  /** Forgets the wallet; addresses given to children stay watched. */
  remove: (tx: Tx, familyId: string, now: Date) => Promise<void>;
  /** True if a spending connection is on this server. */
  isPaying: (tx: Tx, familyId: string) => Promise<boolean>;
  /** True if a child's own wallet was made with a key that only the payload has. */
  hasChildWallets: (tx: Tx, familyId: string) => Promise<boolean>;
  /** True if a parent's browser may connect to this relay. */
  isRelay: (url: string) => boolean;
}

export const vaultHandlers = (plain: PlainWallet): Handlers<typeof vault> => ({
  preferences: async (_, context) => {
    const { row, standard } = await state(plain, context);
    return {
      prefersEncryption: row.prefersEncryption,
      hasLegacyWallet: standard !== undefined,
      hasEncryptedWallet: row.payload !== null,
    };
  },

  setPreference: (wish, context) => switchEncryption(plain, wish, context),

  encryptExisting: async ({ encryptedData, version, walletId }, context) => {
    const { row, standard } = await state(plain, context);
    await requireVersion(row, version, context);
    if (!standard) throw new Refusal('CONFLICT', because('NO_WALLET'));
    if (walletId !== undefined && walletId !== standard.walletId)
      throw await vaultChanged(context.tx, context.actor.familyId);
    await requireNoPaying(plain, context);
    await plain.forgetKey(context.tx, context.actor.familyId);
    return changed('The wallet is encrypted', await keep(context, row, encryptedData, true));
  },

  config: async (_, { tx, actor }) => {
    const { payload, version, renewalDue, spending } = await readVault(tx, actor.familyId);
    return {
      hasEncryptedWallet: payload !== null,
      encryptedSecrets: payload,
      familyId: actor.familyId,
      network: plain.network,
      version,
      isRenewalDue: renewalDue,
      hasChildWallets: payload !== null && (await plain.hasChildWallets(tx, actor.familyId)),
      spending: spending && shownSpending(spending),
    };
  },

  configure: (wish, context) => configure(plain, wish, context),

  configureLightning: (wish, context) => configureLightning(plain, wish, context),

  forget: async ({ version }, context) => {
    const row = await readVault(context.tx, context.actor.familyId);
    await requireVersion(row, version, context);
    if (!row.payload) throw new Refusal('CONFLICT', because('NO_ENCRYPTED_WALLET'));
    await plain.remove(context.tx, context.actor.familyId, context.now);
    const nothing = { prefersEncryption: false, payload: null, renewalDue: false, spending: null };
    return changed('The encrypted wallet is forgotten', await write(context, row, nothing));
  },

  status: async (_, context) => {
    const { row, standard } = await state(plain, context);
    const hasLegacyWallet = standard !== undefined;
    const hasEncryptedWallet = row.payload !== null;
    return { hasEncryptedWallet, hasLegacyWallet, needsMigration: hasLegacyWallet };
  },

  configuration: async (_, context) => {
    const { row, standard } = await state(plain, context);
    return {
      type: row.prefersEncryption ? 'encrypted' : 'plaintext',
      hasWallet: row.payload !== null || standard !== undefined,
      encryptedSecrets: row.payload,
      walletAddress: standard?.walletAddress ?? null,
      walletXpub: standard?.walletXpub ?? null,
      walletId: standard?.walletId ?? null,
      version: row.version,
    };
  },
});

const shownSpending = ({ provider, relays, rotationDue }: VaultSpending) => ({
  ...{ provider, relays: [...relays], isRotationDue: rotationDue },
});

/** A standard-form wallet moves too: sealed with the vault, and removed in the same step. */
async function configureLightning(
  plain: PlainWallet,
  wish: Parsed<typeof vault.configureLightning>,
  context: FamilyContext,
) {
  const { encryptedSecrets, provider, relays, version, walletId } = wish;
  const { tx, actor } = context;
  const standard = await plain.read(tx, actor.familyId);
  if (standard && walletId !== undefined) {
    if (walletId !== standard.walletId) throw await vaultChanged(tx, actor.familyId);
    await plain.forgetKey(tx, actor.familyId);
  }
  const spending = { provider, relays };
  const vault = { encryptedSecrets, hasWallet: true, version, isRenewed: false, spending } as const;
  return configure(plain, vault, context);
}

async function configure(
  plain: PlainWallet,
  { encryptedSecrets, version, isRenewed, spending }: Parsed<typeof vault.configure>,
  context: FamilyContext,
) {
  const { row, standard } = await state(plain, context);
  await requireVersion(row, version, context);
  if (standard) throw new Refusal('CONFLICT', because('ENCRYPT_WALLET_FIRST'));
  await requireNoPaying(plain, context);
  if (spending?.relays.some((url) => !plain.isRelay(url)))
    throw new Refusal('VALIDATION_ERROR', because('RELAY_WRONG'), 'spending.relays');
  if (isRenewed) await plain.endRefills(context.tx, context.actor.familyId);
  const id = newId(context.now.getTime());
  const added = spending && { id, ...spending, rotationDue: false };
  const paying = added === undefined ? row.spending : added;
  const next = await keep(context, { ...row, spending: paying }, encryptedSecrets, isRenewed);
  return changed('The encrypted wallet is saved', next);
}

async function switchEncryption(
  plain: PlainWallet,
  { prefersEncryption, version, wallet }: Parsed<typeof vault.setPreference>,
  context: FamilyContext,
) {
  const { row, standard } = await state(plain, context);
  if (prefersEncryption === row.prefersEncryption && !wallet)
    return changed('This is how it is already', row.version);
  await requireVersion(row, version, context);
  if (prefersEncryption) {
    if (standard) throw new Refusal('CONFLICT', because('ENCRYPT_WALLET_FIRST'));
    await requireNoPaying(plain, context);
    return changed('Encryption is on', await write(context, row, { prefersEncryption }));
  }
  if (row.payload && !wallet) throw new Refusal('CONFLICT', because('OPEN_WALLET_FIRST'));
  if (!row.payload && wallet) throw new Refusal('CONFLICT', because('NO_ENCRYPTED_WALLET'));
  const without = { payload: null, renewalDue: false, spending: null };
  const next = await write(context, row, { prefersEncryption, ...without });
  if (wallet) await plain.save(wallet, context);
  return changed('Encryption is off', next);
}

async function state(plain: PlainWallet, { tx, actor }: FamilyContext) {
  const row = await readVault(tx, actor.familyId);
  return { row, standard: await plain.read(tx, actor.familyId) };
}

/** A spending connection is either in the vault or on this server. */
async function requireNoPaying(plain: PlainWallet, { tx, actor }: FamilyContext): Promise<void> {
  if (await plain.isPaying(tx, actor.familyId))
    throw new Refusal('CONFLICT', because('DISCONNECT_PAYING_FIRST'));
}

/** If two parents save at once, the second is refused and overwrites nothing. */
async function requireVersion(
  { version }: VaultRow,
  seen: number,
  { tx, actor }: FamilyContext,
): Promise<void> {
  if (version !== seen) throw await vaultChanged(tx, actor.familyId);
}

/** A payload under a new passphrase completes the renewal that `askForRenewal` requested. */
async function keep(
  context: FamilyContext,
  row: VaultRow,
  payload: NonNullable<VaultRow['payload']>,
  isRenewed: boolean,
): Promise<number> {
  if (isRenewed) await endVaultPasskeys(context.tx, context.actor.familyId);
  const renewalDue = row.renewalDue && !isRenewed;
  return write(context, row, { prefersEncryption: true, payload, renewalDue });
}

async function write(
  { tx, actor, now }: FamilyContext,
  row: VaultRow,
  change: Partial<Omit<VaultRow, 'version'>>,
): Promise<number> {
  const next = { ...row, ...change };
  if (!next.payload) await endVaultPasskeys(tx, actor.familyId);
  return writeVault(tx, actor.familyId, { ...next, by: actor.userId, now });
}

const changed = (message: string, version: number) => ({ success: true, message, version });
