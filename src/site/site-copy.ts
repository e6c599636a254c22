/** A public page's copy buttons: "Copied!" for two seconds, and the same words as a message. */
const COPIED_MS = 2000;
const MESSAGE_MS = 5000;

export function startCopying(page: Document = document): void {
  for (const button of page.querySelectorAll<HTMLButtonElement>('button[data-copy]'))
    button.addEventListener('click', () => void copy(button));
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const { copy: text = '', copied = '', failed = '', copyEvent = '' } = button.dataset;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    announce(button.ownerDocument, failed);
    return;
  }
  announce(button.ownerDocument, copied);
  const words = button.querySelector('[data-words]');
  if (words) showFor(words, copied);
  window.dispatchEvent(new CustomEvent('satling:event', { detail: { name: copyEvent } }));
}

const timers = new WeakMap<Element, { before: string; timer: number }>();

/** Pressing again restarts the two seconds. */
function showFor(words: Element, text: string) {
  const running = timers.get(words);
  if (running) clearTimeout(running.timer);
  const before = running?.before ?? words.textContent ?? '';
  words.textContent = text;
  const timer = window.setTimeout(() => {
    words.textContent = before;
    timers.delete(words);
  }, COPIED_MS);
  timers.set(words, { before, timer });
}

let clearing = 0;

/** The message goes into a live region, where screen readers announce it. */
function announce(page: Document, text: string) {
  const toast = page.querySelector('[data-toast]');
  if (!toast) return;
  clearTimeout(clearing);
  toast.textContent = text;
  clearing = window.setTimeout(() => {
    toast.textContent = '';
  }, MESSAGE_MS);
}
