/** The model's settings for where money goes: earlier ones can be restored for 72 hours. */
import type { Addresses, Change, Changes, PayPlan, SettingsAct, WalletAct } from './act.ts';
import { CHILDREN, ON_HUB } from './beginning.ts';
import { found, gone, need } from './ended.ts';
import { tell } from './model-book.ts';
import type { ChildNo, Kept, Model } from './model-types.ts';
import { isPlain, restoreWallets, seenOf, WALLET_CHANGES, walletsOf } from './model-wallets.ts';

const KEPT_MS = 72 * 3_600_000;

export const addressOf = (model: Model, who: 'parents' | ChildNo): number =>
  who !== 'parents' && isSecret(subWalletOf(model, who))
    ? ON_HUB
    : Number(model.settings.get(`address of ${who}`) ?? 0);

export function planOf({ settings }: Model, child: ChildNo): { plan: PayPlan; address: number } {
  const [plan = 'book', address = 0] = (settings.get(`plan of ${child}`) ?? 'book').split(' to ');
  return { plan: plan as PayPlan, address: Number(address) };
}

export const payLimitOf = ({ settings }: Model, child: ChildNo): bigint =>
  BigInt(settings.get(`limit of ${child}`) ?? 0);

/** An unset value is not stored. */
function put({ settings }: Model, item: string, value: string | undefined): void {
  if (value === undefined) settings.delete(item);
  else settings.set(item, value);
}

export const changeSettings: Change = (next, act, name, now) => {
  const before = new Map(next.settings);
  const all = { ...OWN_CHANGES, ...WALLET_CHANGES };
  (all[act.call as keyof typeof all] as Change)(next, act, name, now);
  const items = [...new Set([...before.keys(), ...next.settings.keys()])]
    .map((item) => ({ item, was: before.get(item), is: next.settings.get(item) }))
    .filter(({ item, was, is }) => seen(item, was) !== seen(item, is));
  if (items.length === 0) return;
  const isEncrypted = walletsOf(next).payload !== '';
  const needsPlain = items.some(({ item, was }) => hasSecret(item, was));
  const kept = { needsPlain, hasPlain: true, hasLeft: false, askedBy: undefined };
  next.changes.set(name, { items, until: now + KEPT_MS, ...kept });
  if (isEncrypted) for (const one of next.changes.values()) one.hasPlain = !one.needsPlain;
  tell(next, 'adults', 'money_changed', { child: childOf(items) });
};

const seen = (item: string, value: string | undefined) =>
  item === 'wallet' ? seenOf(value) : value;

/** The time it was made and, if encrypted, the name of its key. */
export const subWalletOf = ({ settings }: Model, child: ChildNo) =>
  settings.get(`sub-wallet of ${child}`);
const isSecret = (subWallet = '') => subWallet.endsWith(' ');

/** The server has a secret of it, never stored next to an encrypted wallet. */
const hasSecret = (item: string, value?: string) =>
  item === 'wallet' ? isPlain(value) : item.startsWith('sub') && isSecret(value);

/** The one child that all of it concerns. */
function childOf(items: Kept['items']): ChildNo | undefined {
  const subjects = new Set(items.map(({ item }) => item.split(' of ')[1]));
  return CHILDREN.find((child) => subjects.size === 1 && subjects.has(String(child)));
}

const OWN_CHANGES: Changes<Exclude<SettingsAct['call'], WalletAct['call']>> = {
  // Saving none at all is a slip, except in setup.
  saveAddresses(next, act) {
    need(act.parents + act.children[0] + act.children[1] > 0);
    saveAddresses(next, act);
  },
  setUpAddresses: saveAddresses,
  // Approves paying only the address that was read.
  setPlan(next, { child, plan, seen: read }) {
    const address = addressOf(next, child);
    need(plan !== 'lightning' || (address !== 0 && address === read));
    const kept = { book: undefined, vault: 'vault', lightning: `lightning to ${address}` }[plan];
    put(next, `plan of ${child}`, kept);
  },
  setPayLimit: (next, { child, sats }) =>
    put(next, `limit of ${child}`, sats === 0n ? undefined : String(sats)),
  setCeiling: (next, { sats }, _, now) => putCeiling(next, sats, now),
  chooseSource(next, { source }) {
    need(source !== 'operator');
    put(next, 'source', source);
  },
  makeSubWallet(next, { child, inVault }, name, now) {
    need(subWalletOf(next, child) === undefined && walletsOf(next).prefers === inVault);
    put(next, `sub-wallet of ${child}`, `${now} ${inVault ? name : ''}`);
  },
  // Anyone who saw it can spend.
  showSubWallet(next, { child }) {
    need(isSecret(subWalletOf(next, child) ?? gone()));
    tell(next, 'adults', 'money_changed', { child });
  },
  removeSubWallet(next, { child }) {
    if (subWalletOf(next, child) === undefined) gone();
    put(next, `sub-wallet of ${child}`, undefined);
  },
  undoChange(next, act, _, now) {
    const change = keptChange(next, act.change, now);
    const state = stateOf(next, change);
    need(state !== 'undone' && (state !== 'changed' || act.anyway));
    for (const { item, was } of change.items)
      if (item === 'wallet') restoreWallets(next, change, was);
      else if (item === 'ceiling') putCeiling(next, BigInt(was ?? 0), now);
      else if (isThere(next, item))
        put(next, item, hasSecret(item, was) && !change.hasPlain ? undefined : was);
  },
  // Both adults must ask; not allowed while one who left could know the secret.
  forgetChange(next, { change: name, by }, _, now) {
    const change = keptChange(next, name, now);
    need(next.leftUntil <= now && change.askedBy !== by);
    if (change.askedBy === undefined && !next.away.has('spouse')) change.askedBy = by;
    else next.changes.delete(name);
    tell(next, 'adults', 'money_changed', { child: childOf(change.items) });
  },
};

function saveAddresses(next: Model, { parents, children }: Addresses): void {
  const save = (who: 'parents' | ChildNo, which: number) =>
    put(next, `address of ${who}`, which === 0 ? undefined : String(which));
  save('parents', parents);
  for (const child of CHILDREN) save(child, children[child]);
}

/** A raised one counts 72 hours later; lower ones that end no later than that are forgotten. */
function putCeiling(next: Model, sats: bigint, now: number): void {
  const was = BigInt(next.settings.get('ceiling') ?? 0);
  const [least, until] = [was < sats ? was : sats, now + KEPT_MS];
  next.raised = next.raised.filter(
    (one) => one.until > now && (one.sats < least || one.until > until),
  );
  if (was < sats) next.raised.push({ sats: was, until });
  put(next, 'ceiling', String(sats));
}

/** Whether all of it is back to its old state, or some of it was changed again. */
export function stateOf({ settings }: Model, { items }: Kept) {
  const all = items.map(({ item, was, is }) => {
    const now = seen(item, settings.get(item));
    return now === seen(item, was) ? 'undone' : now === seen(item, is) ? 'open' : 'changed';
  });
  if (all.every((one) => one === 'undone')) return 'undone';
  return all.includes('changed') ? 'changed' : 'open';
}

function keptChange({ changes }: Model, name: string, now: number): Kept {
  const change = found(changes, name);
  return change.until > now ? change : gone();
}

/** Erased children's items stay away. */
const isThere = ({ erased }: Model, item: string) =>
  !CHILDREN.some((child) => erased[child] && item.endsWith(` of ${child}`));
