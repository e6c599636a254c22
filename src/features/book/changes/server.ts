/** Undoes calls that redirected or destroyed money, and erases a saved copy early. */
import { nameOf } from '#contract/endpoint.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { countAdults } from '#features/people/auth/store.ts';
import type { FamilyContext } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import { type MoneyChange, moneyChanges } from './contract.ts';
import type { Restoring } from './keeper.ts';
import {
  askToForget,
  type Contents,
  type CopyRow,
  eraseCopy,
  findCopy,
  hasAdultLeft,
  listCopies,
  openContents,
  openPlain,
} from './store.ts';
import { tellChange } from './telling.ts';
import { type Changing, digest, partsOf, readStates, type States } from './watching.ts';

export const moneyChangeHandlers = (changing: Changing): Handlers<typeof moneyChanges> => {
  const { services, keepers } = changing;
  const key = services.secretsKey;
  const statesNow = ({ tx, actor }: FamilyContext) =>
    readStates(keepers, { tx, familyId: actor.familyId, services });
  return {
    list: async (_, context) => {
      const { tx, actor, now } = context;
      const { familyId, userId } = actor;
      const copies = await listCopies(tx, familyId, now);
      if (copies.length === 0) return [];
      const [states, adults] = [await statesNow(context), await adultsOf(context)];
      return copies.map((copy) => {
        const contents = openContents(key, familyId, copy);
        return asChange(copy, {
          state: stateOf(contents, states),
          isWhole: !contents.needsPlain || copy.plain !== null,
          forgetting: forgettingOf(copy, adults, userId),
        });
      });
    },

    undo: async ({ id, evenIfChanged }, context) => {
      const { tx, actor, now } = context;
      const { familyId, userId: by } = actor;
      const copy = await requireCopy(context, id);
      const contents = openContents(key, familyId, copy);
      const states = await statesNow(context);
      const state = stateOf(contents, states);
      if (state === 'undone') throw new Refusal('CONFLICT', because('CHANGE_UNDONE'));
      if (state === 'changed' && !evenIfChanged)
        throw new Refusal('CONFLICT', because('CHANGED_AGAIN'));
      const restoring = { tx, familyId, services, by, now, adultLeft: copy.adultLeft };
      await bringBack(changing, restoring, contents, openPlain(key, familyId, copy), states);
      return { success: true };
    },

    forget: async ({ id }, context) => {
      const { tx, actor } = context;
      const { familyId, userId } = actor;
      const copy = await requireCopy(context, id);
      const asks = forgettingOf(copy, await adultsOf(context), userId);
      if (asks === 'later') throw new Refusal('CONFLICT', because('FORGET_LATER'));
      if (asks === 'asked') throw new Refusal('CONFLICT', because('FORGET_ASKED'));
      const isForgotten = asks !== 'ask';
      if (isForgotten) await eraseCopy(tx, familyId, id);
      else await askToForget(tx, familyId, id, userId);
      const call = isForgotten ? nameOf(moneyChanges.forget) : FORGET_ASKED;
      const copyId = isForgotten ? undefined : id;
      const { childId } = copy;
      await tellChange(services, context, {
        call,
        undid: copy.undid ?? copy.call,
        childId,
        copyId,
      });
      return { success: true, isForgotten };
    },
  };
};

/** In messages: the first of two adults has requested it. */
const FORGET_ASKED = `${nameOf(moneyChanges.forget)} asked`;

async function requireCopy({ tx, actor, now }: FamilyContext, id: string): Promise<CopyRow> {
  const copy = await findCopy(tx, actor.familyId, id, now);
  if (!copy) throw new Refusal('NOT_FOUND', because('NO_CHANGE'));
  return copy;
}

/** Leaves anything already in its previous state untouched. */
async function bringBack(
  { keepers }: Changing,
  restoring: Restoring,
  { items }: Contents,
  plain: Readonly<Record<string, unknown>>,
  states: States,
): Promise<void> {
  for (const [item, { rows, was }] of Object.entries(items)) {
    if (digest(states.get(item)) === was) continue;
    const [kind, subject] = partsOf(item);
    const keeper = keepers.find((one) => one.kind === kind);
    if (!keeper) throw new Error(`Nothing keeps ${kind}`);
    const before = was === '' ? undefined : { rows, plain: plain[item] };
    await keeper.write(restoring, subject, before);
  }
}

function stateOf({ items }: Contents, states: States): MoneyChange['state'] {
  const all = Object.entries(items).map(([item, { was, is }]) => {
    const now = digest(states.get(item));
    return now === was ? 'undone' : now === is ? 'open' : 'changed';
  });
  if (all.every((one) => one === 'undone')) return 'undone';
  return all.includes('changed') ? 'changed' : 'open';
}

type Adults = { readonly count: number; readonly hasLeft: boolean };

const adultsOf = async ({ tx, actor, now }: FamilyContext): Promise<Adults> => ({
  count: await countAdults(tx, actor.familyId),
  hasLeft: await hasAdultLeft(tx, actor.familyId, now),
});

/**
 * With two adults, both must request it. An adult who removed the other has to wait,
 * regardless of who joined first, and so does anyone invited since.
 */
function forgettingOf(
  { forgetAskedBy }: CopyRow,
  { count, hasLeft }: Adults,
  userId: string,
): MoneyChange['forgetting'] {
  if (hasLeft) return 'later';
  if (count < 2) return 'alone';
  if (forgetAskedBy === null) return 'ask';
  return forgetAskedBy === userId ? 'asked' : 'answer';
}

const asChange = (
  copy: CopyRow,
  known: Pick<MoneyChange, 'state' | 'isWhole' | 'forgetting'>,
): MoneyChange => ({
  id: copy.copyId,
  call: copy.call,
  undid: copy.undid,
  childId: copy.childId,
  childName: copy.childName,
  by: copy.byName ?? '',
  at: copy.changedAt.toISOString(),
  endsAt: copy.endsAt.toISOString(),
  ...known,
});
