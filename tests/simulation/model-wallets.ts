/**
 * The model's wallets: what watches, what pays, and what a browser has encrypted. One excludes
 * another, so they are kept and restored together.
 */
import type { Changes, WalletAct } from './act.ts';
import { gone, need } from './ended.ts';
import type { ChildNo, Kept, Model, Person } from './model-types.ts';

/** Each thing by the name of the act that brought it; what is empty is not there. */
export type Wallets = {
  pays: string;
  /** The server has its key or, once that is encrypted, only addresses of it. */
  watched: string;
  hasKey: boolean;
  /** Its first address is known. */
  isKnown: boolean;
  /** How many addresses the server knows, and who was given one of them. */
  receive: number;
  given: readonly ChildNo[];
  /** The family wants encryption. */
  prefers: boolean;
  payload: string;
  /** What pays from a parent's browser. */
  spends: string;
  /** Whose passkeys open it, and since which act. */
  locks: readonly string[];
  /** Somebody has left who knows the passphrase, or what it protects. */
  isOld: boolean;
  isSpent: boolean;
};

const NO_KEY = { watched: '', hasKey: false, isKnown: false, receive: 0, given: [] };
const NO_VAULT = { payload: '', spends: '', locks: [], isOld: false, isSpent: false };
const NONE: Wallets = { pays: '', ...NO_KEY, prefers: false, ...NO_VAULT };

/** As it is kept as a setting. */
const readWallets = (kept = '{}'): Wallets => ({ ...NONE, ...JSON.parse(kept) });
export const walletsOf = ({ settings }: Model): Wallets => readWallets(settings.get('wallet'));

export function putWallets({ settings }: Model, wallets: Wallets): void {
  if (wallets.pays || wallets.watched || wallets.prefers)
    settings.set('wallet', JSON.stringify(wallets));
  else settings.delete('wallet');
}

export const payerOf = (model: Model): string | undefined => walletsOf(model).pays || undefined;

const vaultOf = ({ prefers, payload, spends, locks }: Wallets) =>
  JSON.stringify([prefers, payload, spends, locks]);
const watchedOf = ({ watched, hasKey, isKnown, receive }: Wallets) =>
  JSON.stringify([watched, hasKey, isKnown, hasKey || receive]);

/** What counts as a change of it. */
export function seenOf(kept: string | undefined): string | undefined {
  if (kept === undefined) return undefined;
  const all = readWallets(kept);
  return [all.pays, watchedOf(all), vaultOf(all)].join(' ');
}

/** The server has a secret of it, which is never kept beside an encrypted wallet. */
export function isPlain(kept: string | undefined): boolean {
  const { pays, hasKey } = readWallets(kept);
  return pays !== '' || hasKey;
}

const change = (next: Model, wanted: Partial<Wallets>): void =>
  putWallets(next, { ...walletsOf(next), ...wanted });

/** Whoever has seen another version changes nothing. */
function encrypt(next: Model, act: { version: number }, wanted: Partial<Wallets>): void {
  need(act.version === next.version);
  change(next, { prefers: true, ...wanted });
  next.version += 1;
}

const locksWithout = ({ locks }: Wallets, who: Person) =>
  locks.filter((one) => !one.startsWith(`${who} `));

/** The key that is encrypted is forgotten; what it has given out stays watched. */
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
  // Only of a key that does not say it a parent is asked for its first address; once.
  confirmFirst(next, act) {
    const { watched, hasKey, isKnown } = walletsOf(next);
    need(hasKey && watched === act.watched && !isKnown && act.isRight);
    change(next, { isKnown: true });
  },
  preferEncryption(next, act, name) {
    const { hasKey, pays, prefers, payload, watched, receive } = walletsOf(next);
    if (act.prefers === prefers && !act.key) return;
    need(act.prefers ? !hasKey && !pays : Boolean(payload) === Boolean(act.key));
    // Only the opened wallet takes the place of an encrypted one; it may be another by then.
    const isBack = watched === act.key && receive > 0;
    const other = { ...NO_KEY, watched: name, isKnown: true };
    const opened = act.key && { ...(!isBack && other), hasKey: true };
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
    const renewed = act.isRenewed && { locks: [], isOld: false };
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
  removeLocks: (next, { by }) => change(next, { locks: locksWithout(walletsOf(next), by) }),
};

/** A child keeps the one that it was given. */
export function giveAddress(next: Model, child: ChildNo): void {
  const all = walletsOf(next);
  need(all.isKnown);
  if (all.given.includes(child)) return;
  const ready = all.receive - all.given.length;
  need(all.hasKey || ready > 0);
  const open = Math.max(1, next.closed.filter((until) => until === undefined).length);
  const more = all.hasKey && ready < 20 ? 20 * open - ready : 0;
  putWallets(next, { ...all, receive: all.receive + more, given: [...all.given, child] });
}

/** For an adult who leaves. */
export function noteLeft(next: Model, who: Person): void {
  const all = walletsOf(next);
  const left = all.payload && { isOld: true, isSpent: all.spends !== '' };
  putWallets(next, { ...all, locks: locksWithout(all, who), ...left });
}

/** What is as it was stays; what has lost its secret stays away. */
export function restoreWallets(
  next: Model,
  { hasPlain, hasLeft }: Kept,
  kept: string | undefined,
): void {
  const [now, was] = [walletsOf(next), readWallets(kept)];
  if (vaultOf(now) !== vaultOf(was)) {
    const { prefers, payload, spends } = was;
    const locks = was.locks.filter((one) => !next.away.has(one.split(' ')[0] as Person));
    const isOld = payload !== '' && (was.isOld || hasLeft);
    const isSpent = spends !== '' && (was.isSpent || hasLeft);
    Object.assign(now, { prefers, payload, spends, locks, isOld, isSpent });
    next.version += 1;
  }
  if (watchedOf(now) !== watchedOf(was)) Object.assign(now, restored(now, was, hasPlain));
  if (now.pays !== was.pays) now.pays = hasPlain ? was.pays : '';
  putWallets(next, now);
}

function restored(now: Wallets, was: Wallets, hasPlain: boolean): Partial<Wallets> {
  const isSame = was.watched !== '' && was.watched === now.watched;
  if (was.hasKey && !hasPlain) return isSame ? {} : NO_KEY;
  const { watched, hasKey, isKnown, given } = was;
  if (hasKey && isSame) return { hasKey, isKnown };
  // Of a key's addresses those are kept that were given out.
  return { watched, hasKey, isKnown, given, receive: hasKey ? given.length : was.receive };
}
