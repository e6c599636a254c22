/**
 * The model's settings that say where money goes, and how a change of them is taken back: what was
 * there before is kept for 72 hours.
 */
import type { ActOf, PayPlan, SettingsAct, WatchAct } from './act.ts';
import { CHILDREN, tell } from './model-book.ts';
import type { Change, ChildNo, Model, Outcome, Person } from './model-types.ts';

const KEPT_MS = 72 * 3_600_000;

export const addressOf = ({ settings }: Model, who: 'parents' | ChildNo): number =>
  Number(settings.get(`address of ${who}`) ?? 0);

export function planOf({ settings }: Model, child: ChildNo): { plan: PayPlan; address: number } {
  const [plan = 'book', address = 0] = (settings.get(`plan of ${child}`) ?? 'book').split(' to ');
  return { plan: plan as PayPlan, address: Number(address) };
}

export const payLimitOf = ({ settings }: Model, child: ChildNo): bigint =>
  BigInt(settings.get(`limit of ${child}`) ?? 0);

/** What pays over Lightning and what is watched on the chain: they are restored together. */
const walletsOf = ({ settings }: Model) => (settings.get('wallet') ?? '|').split('|');
export const payerOf = (model: Model): string | undefined => walletsOf(model)[0] || undefined;
/** The name of the act that said it, and whether its first address is known. */
export const watchedOf = (model: Model): readonly string[] =>
  (walletsOf(model)[1] || undefined)?.split(' ') ?? [];

function putWallets(model: Model, pays: string, watched: readonly string[]): void {
  const isNone = pays === '' && watched.length === 0;
  put(model, 'wallet', isNone ? undefined : `${pays}|${watched.join(' ')}`);
}

/** Nothing is kept of what says nothing. */
function put({ settings }: Model, item: string, value: string | undefined): void {
  if (value === undefined) settings.delete(item);
  else settings.set(item, value);
}

type OwnAct = SettingsAct & { by: Person };

export function changeSettings(next: Model, act: OwnAct, name: string, now: number): Outcome {
  const before = new Map(next.settings);
  const outcome = change(next, act, name, now);
  const items = [...new Set([...before.keys(), ...next.settings.keys()])]
    .map((item) => ({ item, was: before.get(item), is: next.settings.get(item) }))
    .filter(({ was, is }) => was !== is);
  if (outcome !== 'done' || items.length === 0) return outcome;
  next.changes.set(name, { items, until: now + KEPT_MS, askedBy: undefined });
  tell(next, 'adults', 'money_changed', { child: childOf(items.map(({ item }) => item)) });
  return outcome;
}

/** The one child that all of it is about. */
function childOf(items: readonly string[]): ChildNo | undefined {
  const subjects = new Set(items.map((item) => item.split(' of ')[1]));
  return CHILDREN.find((child) => subjects.size === 1 && subjects.has(String(child)));
}

function change(next: Model, act: OwnAct, name: string, now: number): Outcome {
  if (act.call === 'saveAddresses' || act.call === 'setUpAddresses')
    return saveAddresses(next, act);
  if (act.call === 'setPlan') return setPlan(next, act);
  if (act.call === 'undoChange') return undoChange(next, act, now);
  if (act.call === 'forgetChange') return forgetChange(next, act, now);
  if (act.call === 'setPayLimit')
    put(next, `limit of ${act.child}`, act.sats === 0n ? undefined : String(act.sats));
  else if (act.call === 'setCeiling') put(next, 'ceiling', String(act.sats));
  else if (act.call === 'connect') putWallets(next, name, watchedOf(next));
  else if (act.call === 'disconnect') putWallets(next, '', watchedOf(next));
  else return changeWatched(next, act, name);
  return 'done';
}

/** Only of a key that does not say it a parent is asked for its first address; once. */
function changeWatched(next: Model, act: WatchAct, name: string): Outcome {
  const [watched, known] = watchedOf(next);
  const pays = payerOf(next) ?? '';
  if (act.call === 'watch') putWallets(next, pays, act.saysWhich ? [name, 'known'] : [name]);
  else if (act.call === 'unwatch') putWallets(next, pays, []);
  else if (act.call === 'confirmFirst') {
    if (watched !== act.watched || known || !act.isRight) return 'refused';
    putWallets(next, pays, [watched, 'known']);
  } else if (act.source === 'operator') return 'refused';
  else put(next, 'source', act.source);
  return 'done';
}

/** To save none at all is a slip, but for the setup. */
function saveAddresses(next: Model, act: ActOf<'saveAddresses' | 'setUpAddresses'>): Outcome {
  const { call, parents, children } = act;
  const all = [parents, ...children];
  if (call === 'saveAddresses' && all.every((one) => one === 0)) return 'refused';
  for (const [i, who] of (['parents', 0, 1] as const).entries())
    put(next, `address of ${who}`, all[i] === 0 ? undefined : String(all[i]));
  return 'done';
}

/** A yes to paying an address counts for the one that was read. */
function setPlan(next: Model, { child, plan, seen }: ActOf<'setPlan'>): Outcome {
  const address = addressOf(next, child);
  if (plan === 'lightning' && (address === 0 || address !== seen)) return 'refused';
  const kept = { book: undefined, vault: 'vault', lightning: `lightning to ${address}` }[plan];
  put(next, `plan of ${child}`, kept);
  return 'done';
}

/** Whether all of it is as it was before, or something of it was changed again. */
export function stateOf({ settings }: Model, { items }: Change) {
  const is = items.map((one) => settings.get(one.item));
  if (items.every(({ was }, i) => is[i] === was)) return 'undone';
  return items.every((one, i) => is[i] === one.was || is[i] === one.is) ? 'open' : 'changed';
}

function undoChange(next: Model, act: ActOf<'undoChange'>, now: number): Outcome {
  const { change: name, anyway } = act;
  const found = next.changes.get(name);
  if (!found || found.until <= now) return 'gone';
  const state = stateOf(next, found);
  if (state === 'undone' || (state === 'changed' && !anyway)) return 'refused';
  for (const { item, was } of found.items) if (isThere(next, item)) put(next, item, was);
  return 'done';
}

/** What was an erased child's stays away. */
const isThere = ({ erased }: Model, item: string) =>
  !CHILDREN.some((child) => erased[child] && item.endsWith(` of ${child}`));

/** Both adults must ask for it; nobody may, as long as one who left could know it. */
function forgetChange(next: Model, act: ActOf<'forgetChange'>, now: number): Outcome {
  const { change: name, by } = act;
  const found = next.changes.get(name);
  if (!found || found.until <= now) return 'gone';
  const isAlone = next.away.has('spouse');
  if (next.leftUntil > now || found.askedBy === by) return 'refused';
  if (found.askedBy === undefined && !isAlone) found.askedBy = by;
  else next.changes.delete(name);
  tell(next, 'adults', 'money_changed', { child: childOf(found.items.map(({ item }) => item)) });
  return 'done';
}
