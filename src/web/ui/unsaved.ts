/**
 * Asks before typed input is lost: by Back, by a link of the app, or by closing a dialog. Back does
 * not close dialogs: while one is on the history, the page holds on to its input, which may be a
 * passphrase (tests/e2e/vault-secrets.long.test.ts). While a form has typed input, the browser's
 * history has one more entry, the `cover`. Back removes it, and the person is asked. A leftover
 * cover is removed by the next Back too: a page that goes back automatically could cancel another
 * navigation, such as handing the device over. A page that is opened from there replaces the cover.
 */

/** Handles the first Back while a form of the page has typed input. */
let onBack: (() => void) | undefined;

const isCovered = (): boolean => (history.state as { cover?: true } | null)?.cover === true;
/** The state before the last Back or Forward. */
let wasCovered = isCovered();

function cover(): void {
  if (onBack && !isCovered()) push({ ...(history.state as object | null), cover: true }, '');
  wasCovered = isCovered();
}

const push = history.pushState.bind(history);
history.pushState = (state, unused, url) => {
  if (isCovered()) history.replaceState(state, unused, url);
  else push(state, unused, url);
  wasCovered = isCovered();
};

const replace = history.replaceState.bind(history);
history.replaceState = (...given) => {
  replace(...given);
  wasCovered = isCovered();
};

addEventListener('popstate', () => {
  const isTakenAway = wasCovered && !isCovered();
  wasCovered = isCovered();
  if (!isTakenAway) return;
  if (!onBack) return history.back();
  onBack();
  // `onBack` asks before it leaves, so the cover is still needed.
  setTimeout(cover);
});

type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Fields with typed input that hasn't been sent since. Held weakly: the input of a closed dialog,
 * such as a wallet's words, must not outlive it.
 */
const typed = new WeakSet<Field>();
const TEXT: readonly string[] = ['text', 'number', 'url', 'date'];
const isText = (target: EventTarget | null): target is Field =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && TEXT.includes(target.type));

const typedIn = (root: ParentNode): Field[] =>
  [...root.querySelectorAll<Field>('input, textarea')].filter((field) => typed.has(field));
const hasTyped = (root: ParentNode): boolean =>
  typedIn(root).some((field) => field.value.trim() !== '');

addEventListener(
  'input',
  ({ target }) => {
    if (!isText(target) || !target.form || target.closest('search')) return;
    typed.add(target);
    if (target.closest('dialog')) return;
    onBack = leavePage;
    cover();
  },
  true,
);

addEventListener(
  'submit',
  ({ target }) => {
    if (target instanceof HTMLFormElement) for (const one of typedIn(target)) typed.delete(one);
    if (!hasTyped(document)) endPage();
  },
  true,
);

addEventListener(
  'click',
  (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!(link instanceof HTMLAnchorElement) || event.button !== 0 || !leaves(link)) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (!hasTyped(document)) return endPage();
    event.preventDefault();
    event.stopPropagation();
    ask(() => {
      forget(document);
      link.click();
    });
  },
  true,
);

const leaves = ({ origin, pathname, target, download }: HTMLAnchorElement): boolean =>
  origin === location.origin && pathname !== location.pathname && target === '' && download === '';

function endPage(): void {
  onBack = undefined;
}

function forget(root: ParentNode): void {
  for (const field of typedIn(root)) typed.delete(field);
  if (root === document) endPage();
}

/** Back on a page with a form. */
function leavePage(): void {
  const go = () => {
    forget(document);
    history.back();
  };
  if (hasTyped(document)) ask(go);
  else go();
}

/** Closes a dialog; asks first if something is typed in it. */
export function closeUnlessTyped(dialog: ParentNode | null, close: () => void): void {
  const leave = () => {
    if (dialog) forget(dialog);
    close();
  };
  if (dialog && hasTyped(dialog)) ask(leave);
  else leave();
}

type Asker = (onLeave: () => void) => Promise<void>;
let asker: Asker | undefined;
/** Sets the function that asks: it is loaded with the first form. */
export function setAsker(given: Asker): void {
  asker = given;
}

function ask(onLeave: () => void): void {
  if (asker) asker(onLeave).catch(onLeave);
  else onLeave();
}
