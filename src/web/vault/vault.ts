/**
 * The page's side of the vault. One worker holds the open contents; the page has only addresses.
 * Locking ends the worker, and so do leaving the page, logging out and handing the device over.
 */
import { useSyncExternalStore } from 'react';
import { VaultError } from '#core/vault/error.ts';
import { whenForgotten } from '#web/forget.ts';
import { trustedAddress } from '#web/trusted-address.ts';
import address from '../bitcoin/worker.ts?worker&url';
import type { OpenWallet, VaultReply, VaultRequest, VaultWork } from './work.ts';

/** The part of a Worker that is used here. */
export type VaultWorker = Pick<Worker, 'postMessage' | 'terminate'> & {
  onmessage: ((event: MessageEvent<VaultReply>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
};

/** The open wallet and its version: a change based on it must not overwrite another. */
type Opened = OpenWallet & {
  version: number;
  /** False while the server may have another token than the worker. */
  isSaved: boolean;
  /** Incremented each time a vault is opened. */
  opening: number;
};

type Waiting = { resolve: (output: never) => void; reject: (error: Error) => void };

let worker: VaultWorker | undefined;
let waiting = new Map<number, Waiting>();
let lastId = 0;
let openings = 0;
let opened: Opened | undefined;
const listeners = new Set<() => void>();

/** Undefined while the vault is locked. */
export const useOpenWallet = (): Opened | undefined =>
  useSyncExternalStore(subscribe, () => opened);

/** Locks when the page is left and when its person's time ends. */
addEventListener('pagehide', lockVault);
whenForgotten(lockVault);

/** Starts the worker early, to be ready when the passphrase has been typed. */
export function prepareVault(): void {
  // Without workers the vault can't be opened, which is reported on the first try.
  if (typeof Worker !== 'undefined') ask('prepare', {}).catch(() => undefined);
}

/** Opens the payload of this version until it is locked. Rejects with a VaultError. */
export async function openVault(version: number, input: VaultWork['open']['input']) {
  return nowOpen(version, await ask('open', input));
}

/** Like `openVault`, with the passphrase that was sealed for a passkey. */
export async function openByPasskey(version: number, input: VaultWork['openByPasskey']['input']) {
  return nowOpen(version, await ask('openByPasskey', input));
}

function nowOpen(version: number, done: VaultWork['open']['output']) {
  openings += 1;
  change({ ...done.wallet, version, opening: openings, isSaved: done.resealed === undefined });
  return done;
}

/** Rejects with CANNOT_OPEN if the passphrase doesn't open the payload. */
export const sealForPasskey = (input: VaultWork['sealForPasskey']['input']) =>
  ask('sealForPasskey', input);

/** The version of the open contents; undefined while the vault is locked. */
export const openVersion = (): number | undefined => opened?.version;

/** The same; also undefined if the open contents can't pay. */
export const payingVersion = (): number | undefined =>
  opened?.canPay ? opened.version : undefined;

/** Notes that the open contents were saved in another form, under this version. */
export function openIsVersion(version: number): void {
  if (opened) change({ ...opened, version, isSaved: true });
}

export const sealVault = (input: VaultWork['seal']['input']) => ask('seal', input);
/** @throws VaultError CANNOT_OPEN while the vault is locked, as `showVault` does */
export function resealVault(input: VaultWork['reseal']['input']) {
  if (opened && input.isRenewed) change({ ...opened, isSaved: false });
  return ask('reseal', input);
}
/** Both reject with a VaultError while the vault is locked. */
export const addKeyToVault = (input: VaultWork['addKey']['input']) => ask('addKey', input);
export const connectionFromVault = (input: VaultWork['showConnection']['input']) =>
  ask('showConnection', input);
/** Undefined while the vault is locked, and if the saved payload may contain another one. */
export async function refillToken(): Promise<string | undefined> {
  return opened?.isSaved ? (await ask('refillToken', {})).token : undefined;
}
/** Rejects with a VaultError while the vault is locked. */
export const deriveFromVault = (input: VaultWork['derive']['input']) => ask('derive', input);
/** Rejects with a VaultError while the vault is locked, or contains no key. */
export const checkDayInVault = (input: VaultWork['checkDay']['input']) => ask('checkDay', input);
/** All reject with a VaultError if the vault is, or becomes, locked. */
export const payFromVault = (input: VaultWork['pay']['input']) => ask('pay', input);
export const lookUpFromVault = (input: VaultWork['lookUp']['input']) => ask('lookUp', input);
export const makeInvoiceFromVault = (input: VaultWork['makeInvoice']['input']) =>
  ask('makeInvoice', input);
/** Works without an open vault. Rejects with a VaultError if the worker ends in the meantime. */
export const askConnection = (input: VaultWork['describe']['input']) => ask('describe', input);
export const showVault = () => ask('show', {});

/** Ends the worker with everything that was open; pending calls are rejected. */
export function lockVault(): void {
  const given = waiting;
  waiting = new Map();
  worker?.terminate();
  worker = undefined;
  for (const { reject } of given.values()) reject(new VaultError('CANNOT_OPEN', 'Locked'));
  change(undefined);
}

function ask<Kind extends keyof VaultWork>(
  vault: Kind,
  input: VaultWork[Kind]['input'],
): Promise<VaultWork[Kind]['output']> {
  worker ??= start();
  const id = ++lastId;
  const asked = worker;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    asked.postMessage({ id, vault, input } as VaultRequest);
  });
}

function start(): VaultWorker {
  const made: VaultWorker = new Worker(trustedAddress('wallet-worker', address), {
    type: 'module',
  });
  made.onmessage = ({ data }) => {
    const one = waiting.get(data.id);
    waiting.delete(data.id);
    if ('failed' in data) one?.reject(new VaultError(data.failed.code, data.failed.message));
    else one?.resolve(data.output as never);
  };
  made.onerror = lockVault;
  return made;
}

function change(next: Opened | undefined): void {
  if (opened === next) return;
  opened = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
