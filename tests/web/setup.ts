/**
 * Runs before each file of component tests: sets the language to English, and gives jsdom the
 * browser functions it lacks (modal dialogs, popovers, sizes, media queries), replacing those of an
 * earlier file. Files share one page and one process, so each must reset both, see `emptyPage`.
 */
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { i18n } from '#web/messages/i18n.ts';
import { waitMs } from '../../testkit/chain/until.ts';

// A busy machine renders late; what never appears still fails.
configure({ asyncUtilTimeout: waitMs() });

// Modules keep state (the client, toasts, choices); every file starts with fresh ones.
vi.resetModules();

const { setTimeout: wait } = globalThis;

afterEach(async () => {
  cleanup();
  localStorage.clear();
  // A guard may have been left on the page (web/ui/unsaved.ts); Back takes two turns.
  history.replaceState(null, '');
  for (let turn = 0; turn < 2; turn += 1) await new Promise((go) => wait(go));
});
afterAll(emptyPage);

/** An earlier file's tab would get messages from a later file's tab, and hide the page. */
const { BroadcastChannel: Channel } = globalThis;
const channels: BroadcastChannel[] = [];
globalThis.BroadcastChannel = class extends Channel {
  constructor(name: string) {
    super(name);
    channels.push(this);
  }
};
afterAll(() => {
  for (const channel of channels) channel.close();
  globalThis.BroadcastChannel = Channel;
});

function emptyPage() {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body])
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
  sessionStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has nothing else
  document.cookie = 'signed_in=; max-age=0';
  history.replaceState(null, '', '/');
  i18n.activate('en');
}

const dialog = HTMLDialogElement.prototype;
dialog.showModal = function showModal(this: HTMLDialogElement) {
  this.open = true;
  this.querySelector<HTMLElement>('button, [href], input, select, textarea')?.focus();
};
dialog.close = function close(this: HTMLDialogElement) {
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
HTMLElement.prototype.showPopover = function show(this: HTMLElement) {
  this.style.display = 'block';
};
HTMLElement.prototype.hidePopover = function hide(this: HTMLElement) {
  this.style.display = '';
};
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
