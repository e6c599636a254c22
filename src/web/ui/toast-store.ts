/**
 * The store of toasts. `toast({ title })` works from anywhere; at most one shows at a time, and
 * every message is also added to the list of recent messages.
 */

import { said } from '#web/messages/said.ts';

export const TOAST_LIMIT = 1;
export const TOAST_DURATION_MS = 5000;
export const TOAST_REMOVE_DELAY_MS = 1_000_000;
export const TOAST_SWIPE_THRESHOLD_PX = 50;
export const TOAST_HOTKEY = 'F8';
const RECENT_LIMIT = 10;

export interface ToastInput {
  title: string;
  description?: string | undefined;
  /** For failures. */
  destructive?: boolean;
  /** The same text is shown inline, next to its cause, and announced there. */
  inline?: boolean;
  /** For messages that need longer than the usual 5 seconds. */
  durationMs?: number;
}

export interface ToastItem extends ToastInput {
  id: number;
  open: boolean;
}

export interface ToastState {
  /** In the store: shown while `open`, and for a while after. */
  toasts: readonly ToastItem[];
  /** The latest messages, newest first. */
  recent: readonly ToastItem[];
}

let state: ToastState = { toasts: [], recent: [] };
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a message; returns its id. A description that repeats the title is dropped. */
export function toast(input: ToastInput): number {
  lastId += 1;
  const { description: sent, ...rest } = input;
  const description = sent === undefined ? undefined : said(sent);
  const words = description === undefined || description === rest.title ? {} : { description };
  const item = { ...rest, ...words, id: lastId, open: true };
  change({
    toasts: [item, ...state.toasts].slice(0, TOAST_LIMIT),
    recent: [item, ...state.recent].slice(0, RECENT_LIMIT),
  });
  return item.id;
}

/** Closes a message; it leaves the store 1,000,000 ms later. */
export function dismissToast(id: number): void {
  const item = state.toasts.find((one) => one.id === id);
  if (!item?.open) return;
  change({ ...state, toasts: state.toasts.map((one) => (one === item ? closed(one) : one)) });
  setTimeout(() => removeToast(id), TOAST_REMOVE_DELAY_MS);
}

/** Removes every message, when another person takes over the screen. */
export function clearToasts(): void {
  change({ toasts: [], recent: [] });
}

export function toastState(): ToastState {
  return state;
}

/** The message in one line. */
export function toastWords({ title, description }: ToastItem): string {
  if (!description) return title;
  return /[.!?]$/.test(title) ? `${title} ${description}` : `${title}. ${description}`;
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function removeToast(id: number) {
  change({ ...state, toasts: state.toasts.filter((one) => one.id !== id) });
}

function closed(item: ToastItem): ToastItem {
  return { ...item, open: false };
}

function change(next: ToastState) {
  state = next;
  for (const listener of listeners) listener();
}
