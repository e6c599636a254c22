/** Going Back to a page: restores its scroll position and focused control. */

export interface Left {
  y: number;
  control: Element | null;
}

const LONGEST_MS = 2_000;

/** As soon as the page is long enough again; cancelled once the reader scrolls. */
export function returnTo({ y, control: before }: Left): void {
  const control = selectorOf(before);
  const until = Date.now() + LONGEST_MS;
  const events = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;
  let timer: number | undefined;
  const stop = () => {
    if (timer !== undefined) cancelAnimationFrame(timer);
    for (const event of events) window.removeEventListener(event, stop);
  };
  const step = () => {
    const target = control && document.querySelector<HTMLElement>(control);
    window.scrollTo(0, y);
    const isThere = Math.abs(window.scrollY - y) < 2 && (target || !control);
    if (isThere || Date.now() > until) {
      (target || document.getElementById('main'))?.focus({ preventScroll: true });
      stop();
    } else timer = requestAnimationFrame(step);
  };
  for (const event of events) window.addEventListener(event, stop, { passive: true });
  step();
}

/** Finds the same control after the page has been rendered again. */
function selectorOf(control: Element | null): string | undefined {
  if (control?.id) return `#${CSS.escape(control.id)}`;
  for (const name of ['href', 'aria-label']) {
    const value = control?.getAttribute(name);
    if (value) return `main [${name}="${CSS.escape(value)}"]`;
  }
}
