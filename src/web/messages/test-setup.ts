/**
 * Before each file of component tests: texts are active, the page is emptied after every test, and
 * jsdom gets the browser functions it lacks (modal dialogs, popovers, sizes, media queries).
 */
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import './i18n.ts';

// A busy machine draws late; what never comes still fails.
configure({ asyncUtilTimeout: 20_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const dialog = HTMLDialogElement.prototype;
dialog.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
  this.querySelector<HTMLElement>('button, [href], input, select, textarea')?.focus();
};
dialog.close ??= function close(this: HTMLDialogElement) {
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
HTMLElement.prototype.showPopover ??= function show(this: HTMLElement) {
  this.style.display = 'block';
};
HTMLElement.prototype.hidePopover ??= function hide(this: HTMLElement) {
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
