/** The model's wallets: watching, paying or encrypted, saved and restored together. */
import type { Changes, WalletAct } from './act.ts';
import { gone, need } from './ended.ts';
import type { ChildNo, Kept, Model, Person } from './model-types.ts';

/** Each by the name of the act that made it; empty if absent. */
export type Wallets = {
  pays: string;
  /** The server has its key or, once that is encrypted, only some addresses. */
  watched: string;
  hasKey: boolean;
  /** Its first address is known. */
  isKnown: boolean;
  /** How far the server knows its addresses, starting at the first or after those given out. */
  receive: number;
  hasFirst: boolean;
  /** Its holder adds addresses without being asked. */
  token: string;
  given: readonly ChildNo[];
  /** The family wants encryption. */
  prefers: boolean;
  payload: string;
  /** Pays from a parent's browser. */
  spends: string;
  /** Passkeys that open it, by owner and act. */
  locks: readonly string[];
  /** Someone who knew the passphrase or the contents has left. */
  isOld: boolean;
  isSpent: boolean;
};

const NO_ADDRESSES = { receive: 0, hasFirst: false, token: '', given: [] };
const NO_KEY = { watched: '', hasKey: false, isKnown: false, ...NO_ADDRESSES };
const NO_VAULT = { payload: '', spends: '', locks: [], isOld: false, isSpent: false };
const NONE: Wallets = { pays: '', ...NO_KEY, prefers: false, ...NO_VAULT };

/** As stored in a setting. */
const readWallets = (kept = '{}'): Wallets => ({ ...NONE, ...JSON.parse(kept) });
export const walletsOf = ({ settings }: Model): Wallets => readWallets(settings.get('wallet'));

const change = ({ settings }: Model, wanted: Partial<Wallets>): void => {
  const all = readWallets(settings.get('wallet'));
  settings.set('wallet', JSON.stringify({ ...all, ...wanted }));
};

export const payerOf = (model: Model): string | undefined => walletsOf(model).pays || undefined;

const vaultOf = ({ prefers, payload, spends, locks }: Wallets) =>
  JSON.stringify([prefers, payload, spends, locks]);
const watchedOf = ({ watched, hasKey, isKnown, receive, hasFirst, token }: Wallets) =>
  JSON.stringify([watched, hasKey, isKnown, token, hasKey || [receive, hasFirst]]);

/** Differs if the wallet changed. */
export function seenOf(kept?: string): string {
  const all = readWallets(kept);
  return [all.pays, watchedOf(all), vaultOf(all)].join(' ');
}

/** The server has a secret of it. */
export const isPlain = (kept?: string): boolean =>
  readWallets(kept).pays !== '' || readWallets(kept).hasKey;

/** An outdated version changes nothing. */
function encrypt(next: Model, act: { version: number }, wanted: Partial<Wallets>): void {
  need(act.version === next.version);
  change(next, { prefers: true, ...wanted });
  next.version += 1;
}

const locksWithout = ({ locks }: Wallets, who: Person) =>
  locks.filter((one) => !one.startsWith(`${who} `));

/** The encrypted key is forgotten; addresses it gave out stay watched. */
const encrypted = ({ isKnown }: Wallets) => (isKnown ? { hasKey: false } : NO_KEY);

export const WALLET_CHANGES: Changes<WalletAct['call']> = {
  connect(next, _, name) {
    need(!walletsOf(next).prefers);
    change(next, { pays: name });
  },
  disconnect: (next) => change(next, { pays: '' }),
  watch(next, { saysWhich }, name) {
    need(!walletsOf(next).prefers);
    change(next, { ...NO_KEY, watched: name, hasKey: true, isKnown: saysWhich });
  },
  unwatch(next) {
    const { watched, hasKey } = walletsOf(next);
    need(!watched || hasKey);
    change(next, NO_KEY);
  },
  // Only for a key without a script type, a parent confirms the first address, once.
  confirmFirst(next, act) {
    const { watched, hasKey, isKnown } = walletsOf(next);
    need(hasKey && watched === act.watched && !isKnown && act.isRight);
    change(next, { isKnown: true });
  },
  preferEncryption(next, act, name) {
    const { hasKey, pays, prefers, payload, watched, hasFirst } = walletsOf(next);
    if (act.prefers === prefers && !act.key) return;
    need(act.prefers ? !hasKey && !pays : Boolean(payload) === Boolean(act.key));
    // Only the opened wallet replaces an encrypted one; it may differ by then.
    const isBack = watched === act.key && hasFirst;
    const other = { ...NO_KEY, watched: name, isKnown: true };
    const opened = act.key && { ...(!isBack && other), hasKey: true, token: '' };
    encrypt(next, act, act.prefers ? {} : { ...NO_VAULT, prefers: false, ...opened });
  },
  encryptExisting(next, act, name) {
    const all = walletsOf(next);
    need(all.hasKey && !all.pays && (!act.walletOf || act.walletOf === all.watched));
    encrypt(next, act, { ...encrypted(all), payload: name, locks: [], isOld: false });
  },
  saveVault(next, act, name) {
    const { hasKey, pays } = walletsOf(next);
    need(!hasKey && !pays);
    const spending = act.spending && { spends: act.spending === 'new' ? name : '', isSpent: false };
    const renewed = act.isRenewed && { locks: [], isOld: false, token: '' };
    encrypt(next, act, { payload: name, ...spending, ...renewed });
  },
  saveVaultWithLightning(next, act, name) {
    const all = walletsOf(next);
    need(!all.pays && (!all.hasKey || act.walletOf === all.watched));
    const key = all.hasKey && encrypted(all);
    encrypt(next, act, { ...key, payload: name, spends: name, isSpent: false });
  },
  forgetVault(next, act) {
    need(walletsOf(next).payload);
    encrypt(next, act, { ...NO_KEY, ...NO_VAULT, prefers: false });
  },
  saveLock(next, { by, passkey, version }, name) {
    const all = walletsOf(next);
    if (passkey !== by) gone();
    need(all.payload && version === next.version);
    change(next, { locks: [...locksWithout(all, by), `${by} ${name}`].toSorted() });
  },
  // No gaps, known ones must be equal, and no more are accepted than the children need.
  addPrepared(next, { version, key, from, count, hasToken }, name) {
    const all = walletsOf(next);
    need(all.payload && version === next.version);
    const isSame = all.hasFirst && all.watched === key;
    const { receive, given } = isSame ? all : NO_ADDRESSES;
    const end = count === 0 ? 0 : from + count;
    const most = Math.max(receive, nextOf(given) + ready(next));
    need(count === 0 ? isSame : from <= receive && end <= most);
    const other = !isSame && { ...NO_KEY, watched: name, isKnown: true, hasFirst: true };
    const token = hasToken && { token: name };
    change(next, { ...other, receive: Math.max(receive, end), ...token });
  },
  forgetPrepared(next, { version, key }) {
    const { payload, hasFirst, watched } = walletsOf(next);
    need(payload && version === next.version);
    if (hasFirst && watched === key) change(next, NO_KEY);
  },
  removeLocks: (next, { by }) => change(next, { locks: locksWithout(walletsOf(next), by) }),
};

/** The index after those given out. */
export const nextOf = (given: readonly ChildNo[]) => (given.length > 0 ? given.length + 1 : 0);

/** Number of addresses held ready. */
export const ready = ({ closed }: Model) =>
  20 * Math.max(1, closed.filter((until) => until === undefined).length);

/** A child's address never changes. */
export function giveAddress(next: Model, child: ChildNo): void {
  const all = walletsOf(next);
  need(all.isKnown);
  if (all.given.includes(child)) return;
  // The first is unused.
  const free = Math.max(0, all.receive - 1 - all.given.length);
  need(all.hasKey || free > 0);
  const more = all.hasKey && free < 20 ? ready(next) - free : 0;
  const knows = { receive: all.receive + more, hasFirst: all.hasFirst || all.receive === 0 };
  change(next, { ...knows, given: [...all.given, child] });
}

/** When an adult leaves. */
export function noteLeft(next: Model, who: Person): void {
  const all = walletsOf(next);
  const left = all.payload && { isOld: true, isSpent: all.spends !== '' };
  change(next, { locks: locksWithout(all, who), ...left });
}

/** Unchanged parts stay; parts without their secret stay away. */
export function restoreWallets(next: Model, { hasPlain, hasLeft }: Kept, kept?: string): void {
  const [now, was] = [walletsOf(next), readWallets(kept)];
  if (vaultOf(now) !== vaultOf(was)) {
    const { prefers, payload, spends } = was;
    const locks = was.locks.filter((one) => !next.away.has(one.split(' ')[0] as Person));
    const isOld = payload !== '' && (was.isOld || hasLeft);
    const isSpent = spends !== '' && (was.isSpent || hasLeft);
    Object.assign(now, { prefers, payload, spends, locks, isOld, isSpent });
    next.version += 1;
  }
  if (watchedOf(now) !== watchedOf(was)) {
    Object.assign(now, restored(now, was, hasPlain));
    if (hasLeft) now.token = '';
  }
  if (now.pays !== was.pays) now.pays = hasPlain ? was.pays : '';
  change(next, now);
}

function restored(now: Wallets, was: Wallets, hasPlain: boolean): Partial<Wallets> {
  const isSame = was.watched !== '' && was.watched === now.watched;
  if (was.hasKey && !hasPlain) return isSame ? {} : NO_KEY;
  const { watched, hasKey, isKnown, given, token, hasFirst } = was;
  if (hasKey && isSame) return { hasKey, isKnown, token };
  // Only a key's given-out addresses are restored.
  const all = { watched, hasKey, isKnown, given, token, hasFirst, receive: was.receive };
  return hasKey ? { ...all, receive: nextOf(given), hasFirst: false } : all;
}
