/** Children's wallets on the family's Alby Hub: made in one step, handed over, deleted. */
import { nameOf } from '#contract/endpoint.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { ConnectionError } from '#core/lightning/wallet.ts';
import { tellChange } from '#features/book/changes/telling.ts';
import { whyChanged } from '#features/money/vault/changed.ts';
import { prefersEncryption } from '#features/money/vault/store.ts';
import { makeHubApp } from '#server/adapters/lightning/alby-hub-app.ts';
import type { Tx } from '#server/db/sql.ts';
import { type Handlers, preparedBy } from '#server/http/mount.ts';
import type { Mounted } from '#server/http/mounted.ts';
import { requireChild } from '../connections/addresses.ts';
import { settingsOf, whyOf } from '../connections/connecting.ts';
import { jsonSats } from '../connections/json-sats.ts';
import { reachOf } from '../connections/wallet.ts';
import { type SubWallet, subWallets } from './contract.ts';
import {
  addSubWallet,
  findSubWallet,
  listSubWallets,
  readConnection,
  removeSubWallet,
  type SubWalletRow,
} from './store.ts';

/** The app's name in the Hub; a child's name never leaves this server. */
const APP_NAME = 'Satling';

export const subWalletHandlers = (services: Mounted): Handlers<typeof subWallets> => {
  const { secretsKey, chain, talks, db } = services;
  /** @throws Refusal CONFLICT with the Hub's message, or if it doesn't answer */
  const askHub = async (familyId: string, typed: Hub, app: Wanted): Promise<string> => {
    const settings = settingsOf({ ...typed, type: 'alby_hub', purpose: 'spend' });
    if (settings.kind !== 'alby-hub') throw new Error('These are no settings of a Hub');
    const wanted = { name: APP_NAME, ...app };
    try {
      const ask = () => makeHubApp(settings, reachOf(chain), wanted);
      const made = await talks.run(familyId, ask);
      if (made !== undefined) return made;
    } catch (error) {
      if (error instanceof ConnectionError) throw new Refusal('CONFLICT', whyOf(error.code));
      throw error;
    }
    throw new Refusal('CONFLICT', because('WALLET_NO_ANSWER'));
  };
  return {
    list: async (_, { tx, actor }) => (await listSubWallets(tx, actor.familyId)).map(asSubWallet),

    // The request contains the token: it is used before anything is written, and never stored.
    make: preparedBy(
      async ({ childId, monthlyBudget: budgetSats, publicKey, ...hub }, { actor, now }) => {
        const { familyId } = actor;
        const why = await db.readFamily(familyId, async (tx) => {
          await requireChild({ tx, familyId, now }, childId, 'childId');
          return obstacleIn(tx, familyId, childId, publicKey);
        });
        return why ? undefined : askHub(familyId, hub, { budgetSats, publicKey });
      },
      async (wish, { tx, actor, now }, connection) => {
        const { childId, monthlyBudget: budgetSats, publicKey } = wish;
        const { familyId, userId: by } = actor;
        const why = await obstacleIn(tx, familyId, childId, publicKey);
        if (why) throw new Refusal('CONFLICT', because(why));
        if (connection === undefined) throw new Refusal('CONFLICT', because('WALLET_NO_ANSWER'));
        const made = { connection, publicKey, budgetSats, by, now };
        await addSubWallet(tx, secretsKey, familyId, childId, made);
        return asSubWallet(await requireSubWallet(tx, familyId, childId));
      },
    ),

    connection: async ({ childId }, context) => {
      const { tx, actor } = context;
      const { familyId } = actor;
      const { publicKey } = await requireSubWallet(tx, familyId, childId);
      if (publicKey !== null) throw new Refusal('CONFLICT', because('SUB_WALLET_IN_VAULT'));
      const connection = await readConnection(tx, secretsKey, familyId, childId);
      if (connection === undefined) throw new Error('A sub-wallet has no connection');
      // Everyone who has seen it can spend from this wallet.
      await tellChange(services, context, { call: nameOf(subWallets.connection), childId });
      return { connection };
    },

    remove: async ({ childId }, { tx, actor: { familyId } }) => {
      await requireSubWallet(tx, familyId, childId);
      await removeSubWallet(tx, familyId, childId);
      return { success: true };
    },
  };
};

type Wanted = { budgetSats: bigint; publicKey: string | undefined };
type Hub = { url: string; token: string; name: string; region: string };

/** If wallets are encrypted, the server stores no key that can spend: it is in the vault. */
async function obstacleIn(tx: Tx, familyId: string, childId: string, publicKey?: string) {
  const isEncrypted = await prefersEncryption(tx, familyId);
  if (isEncrypted && publicKey === undefined) return 'PAYING_IS_ENCRYPTED';
  if (!isEncrypted && publicKey !== undefined) return whyChanged(tx, familyId);
  return (await findSubWallet(tx, familyId, childId)) ? 'SUB_WALLET_THERE' : undefined;
}

async function requireSubWallet(tx: Tx, familyId: string, childId: string) {
  const row = await findSubWallet(tx, familyId, childId);
  if (!row) throw new Refusal('NOT_FOUND', because('NO_SUB_WALLET'), 'childId');
  return row;
}

const asSubWallet = (row: SubWalletRow): SubWallet => ({
  childId: row.childId,
  childName: row.childName ?? '',
  monthlyBudget: jsonSats(row.budgetSats),
  madeAt: row.madeAt.toISOString(),
  inVault:
    row.publicKey !== null && row.walletUrl !== null
      ? { publicKey: row.publicKey, walletUrl: row.walletUrl }
      : null,
});
