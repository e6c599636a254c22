/** Records what an act made on the server, for later acts to use. */
import type { Request, Requests } from '#features/book/approvals/contract.ts';
import type { MoneyChange } from '#features/book/changes/contract.ts';
import type { Imported } from '#features/book/imports/contract.ts';
import type { Contribution } from '#features/pocket/goals/contract.ts';
import type { Reply, Visitor } from '../support/app.ts';
import type { Act, SettingsAct } from './act.ts';
import { btc, changeName, fileName, type Ids, walletName } from './sending.ts';

const SETTINGS: Readonly<Record<SettingsAct['call'], true>> = {
  ...{
    saveAddresses: true,
    setUpAddresses: true,
    setPlan: true,
    setPayLimit: true,
    setCeiling: true,
  },
  ...{ watch: true, unwatch: true, confirmFirst: true, chooseSource: true },
  ...{ connect: true, disconnect: true, undoChange: true, forgetChange: true },
  ...{ preferEncryption: true, encryptExisting: true, saveVault: true, forgetVault: true },
  ...{ saveVaultWithLightning: true, saveLock: true, removeLocks: true },
  ...{ addPrepared: true, forgetPrepared: true },
  ...{ makeSubWallet: true, showSubWallet: true, removeSubWallet: true },
};
export const isAboutSettings = ({ call }: Act): boolean => call in SETTINGS;

/** Registers the new thing's id under its name. */
export async function remember(
  parent: Visitor,
  ids: Ids,
  act: Act,
  name: string,
  reply: Reply,
): Promise<void> {
  if (act.call === 'import') return rememberFile(parent, ids, name, reply.body);
  if (act.call === 'give') return rememberGift(parent, ids, act, name, reply.body);
  if (isAboutSettings(act)) return rememberChange(parent, ids, act, name);
  if (act.call === 'toSpending') return rememberAsked(parent, ids, act, name);
  const { id: own, payment, send, entryId } = (reply.body ?? {}) as Made;
  const isAnswer = act.call === 'answerGift' || act.call === 'answerDeposit';
  const id = isAnswer ? entryId : (own ?? payment?.id ?? send?.id);
  if (id) ids.made.set(name, id);
}

type Configuration = { walletId: string | null };
type WithId = { id: string };
type Made = Partial<WithId> & { entryId?: string | null; payment?: WithId; send?: WithId };

const openRequests = async (parent: Visitor): Promise<readonly Request[]> =>
  ((await parent.get('/api/requests')).body as Requests).open;

const isNew = ({ made, before }: Ids, id: string) =>
  !before.has(id) && ![...made.values()].includes(id);

/** A child's file waits as a request; the booked import reuses the waiting file's id. */
async function rememberFile(
  parent: Visitor,
  ids: Ids,
  name: string,
  { importId, state }: Imported,
): Promise<void> {
  if (importId === null) return;
  ids.made.set(fileName(name), importId);
  if (state === 'done') return;
  const asked = (await openRequests(parent)).find(({ payloadId }) => payloadId === importId);
  if (asked) ids.made.set(name, asked.id);
}

/** The reply is the goal: the gift is its line without a name so far. */
async function rememberGift(
  parent: Visitor,
  ids: Ids,
  act: Act & { call: 'give' },
  name: string,
  goal: { id: string },
): Promise<void> {
  const lines = await parent.get(`/api/family-goals/${goal.id}/contributions`);
  // A goal deleted at the same moment has none.
  if (lines.status !== 200) return;
  const type = act.child === undefined ? 'gift' : 'savings';
  const unnamed = (lines.body as Contribution[]).find(
    (one) => isNew(ids, one.id) && one.amount === btc(act.sats) && one.contributionType === type,
  );
  if (unnamed) ids.made.set(name, unnamed.id);
}

/**
 * The newest change, if there is one; and the wallet watched from then on. One whose addresses a
 * browser had prepared gets its id only when its key arrives, and keeps its name.
 */
async function rememberChange(parent: Visitor, ids: Ids, act: Act, name: string): Promise<void> {
  const [newest] = (await parent.get('/api/money-changes')).body as MoneyChange[];
  if (newest && isNew(ids, newest.id)) ids.made.set(changeName(name), newest.id);
  const { walletId } = (await parent.get('/api/wallet/configuration')).body as Configuration;
  if (!walletId || !isNew(ids, walletId)) return;
  ids.made.set(walletName(name), walletId);
  if (act.call === 'preferEncryption' && act.key) ids.made.set(walletName(act.key), walletId);
}

/** The reply only says: a parent must answer. */
async function rememberAsked(
  parent: Visitor,
  ids: Ids,
  act: Act & { call: 'toSpending' },
  name: string,
): Promise<void> {
  const asked = (await openRequests(parent)).find(
    ({ id, amount, kind }) => isNew(ids, id) && kind === 'withdrawal' && amount === btc(act.sats),
  );
  if (asked) ids.made.set(name, asked.id);
}
