/**
 * Wraps each call that redirects or destroys money, in its own transaction: saves the data it
 * replaced, and notifies all adults. A call that changes nothing is not reported.
 */
import { createHash } from 'node:crypto';
import { type Endpoint, nameOf } from '#contract/endpoint.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { Tx } from '#server/db/sql.ts';
import type { AroundChange, FamilyContext, Services } from '#server/http/context.ts';
import { moneyChanges } from './contract.ts';
import type { Keeper, Keeping, Kept } from './keeper.ts';
import { addCopy, type Former, findCopy, forgetPlain } from './store.ts';
import { tellChange } from './telling.ts';

/**
 * Limits on changes per session within 72 hours, and on undos within an hour. A thief who uses them
 * up affects nobody else, and the session's owner only until they sign in again.
 */
const MOST_CHANGES = 100;
const MOST_UNDONE = 50;

export type Changing = {
  readonly services: Services;
  readonly keepers: readonly Keeper[];
  /** True if the family has a wallet that the server can't read. */
  readonly isEncrypted: (tx: Tx, familyId: string) => Promise<boolean>;
};

/** Every state by its item: the kind and its subject. */
export type States = ReadonlyMap<string, Kept>;

export async function readStates(keepers: readonly Keeper[], keeping: Keeping): Promise<States> {
  const states = new Map<string, Kept>();
  for (const { kind, read } of keepers)
    for (const [subject, kept] of await read(keeping)) states.set(`${kind}:${subject}`, kept);
  return states;
}

/** Splits `kind:subject`. */
export const partsOf = (item: string): [string, string] => {
  const at = item.indexOf(':');
  return [item.slice(0, at), item.slice(at + 1)];
};

/** A fingerprint of a state; empty if undefined. */
export const digest = (kept: Kept | undefined): string =>
  kept ? createHash('sha256').update(JSON.stringify(kept.seen)).digest('base64') : '';

export const aroundChange =
  (changing: Changing): AroundChange =>
  async (e, input, context, work) => {
    if (e.money !== 'redirects' && e.money !== 'destroys') return work();
    const keeping = { ...context, familyId: context.actor.familyId, services: changing.services };
    const before = await readStates(changing.keepers, keeping);
    const undid = await undoneBy(e, input, context);
    const result = await work();
    const after = await readStates(changing.keepers, keeping);
    await keep(changing, context, { call: nameOf(e), undid, before, after });
    return result;
  };

/** The call whose change this call undoes. */
async function undoneBy(e: Endpoint, input: unknown, { tx, actor, now }: FamilyContext) {
  if (e.path !== moneyChanges.undo.path) return null;
  const copy = await findCopy(tx, actor.familyId, (input as { id: string }).id, now);
  return copy ? (copy.undid ?? copy.call) : null;
}

type Happened = { call: string; undid: string | null; before: States; after: States };

async function keep(
  { services, isEncrypted }: Changing,
  context: FamilyContext,
  { call, undid, before, after }: Happened,
): Promise<void> {
  const { tx, actor, now } = context;
  const items = changedItems(before, after);
  const names = Object.keys(items);
  if (names.length === 0) return;
  const { familyId, userId: changedBy, sessionId } = actor;
  const hidden = names.flatMap((item) => {
    const plain = before.get(item)?.plain;
    return plain === undefined ? [] : [[item, plain] as const];
  });
  const mayKeep = !(await isEncrypted(tx, familyId));
  const childId = childOf(names);
  const { copyId, count, undone } = await addCopy(tx, services.secretsKey, familyId, {
    ...{ call, undid, childId, changedBy, sessionId, changedAt: now },
    contents: { items, needsPlain: hidden.length > 0 },
    plain: mayKeep && hidden.length > 0 ? Object.fromEntries(hidden) : undefined,
  });
  if (undid === null && count > MOST_CHANGES)
    throw new Refusal('CONFLICT', because('TOO_MANY_CHANGES', { most: MOST_CHANGES }));
  if (undid !== null && undone >= MOST_UNDONE)
    throw new Refusal('RATE_LIMITED', because('TOO_MANY_UNDONE', { most: MOST_UNDONE }));
  if (!mayKeep) await forgetPlain(tx, familyId);
  await tellChange(services, context, { call, undid, childId, copyId });
}

function changedItems(before: States, after: States): Record<string, Former> {
  const items: Record<string, Former> = {};
  for (const item of new Set([...before.keys(), ...after.keys()])) {
    const former = before.get(item);
    const [was, is] = [digest(former), digest(after.get(item))];
    if (was !== is) items[item] = { rows: former?.rows ?? null, was, is };
  }
  return items;
}

/** The child, if all items belong to the same one. */
function childOf(items: readonly string[]): string | null {
  const subjects = new Set(items.map((item) => partsOf(item)[1]));
  const [only] = subjects;
  return subjects.size === 1 && only ? only : null;
}
