/**
 * Tooltips of icon buttons: the button's name made visible, on hover or keyboard focus. It appears
 * after 700 ms, or at once within 300 ms of the last one; Esc or a press closes it. Screen readers
 * already have the name, so it is hidden from them. One set of listeners serves every page, so a
 * button needs only `iconOnly` and an `aria-label` (button.tsx).
 */
export const TOOLTIP_DELAY_MS = 700;
export const TOOLTIP_SKIP_DELAY_MS = 300;

const ICON_BUTTON = '.btn-icon[aria-label]';
const GAP = 8;

/** Returns a function that stops them. */
export function startTooltips(): () => void {
  let around: Element | undefined;
  let tip: HTMLElement | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastHiddenAt = Number.NEGATIVE_INFINITY;
  const show = () => {
    if (around?.isConnected) tip = draw(around);
  };
  const hide = () => {
    clearTimeout(timer);
    if (tip) lastHiddenAt = performance.now();
    tip?.remove();
    tip = undefined;
  };
  const move = (to: Element | undefined, delayMs: number) => {
    if (to === around) return;
    hide();
    around = to;
    if (!to) return;
    const soon = performance.now() - lastHiddenAt < TOOLTIP_SKIP_DELAY_MS;
    if (soon || delayMs === 0) show();
    else timer = setTimeout(show, delayMs);
  };
  const ends = [
    on('pointerover', (event) => {
      const isTouch = event.pointerType === 'touch';
      move(isTouch ? undefined : iconButtonAt(event), TOOLTIP_DELAY_MS);
    }),
    on('pointerleave', () => move(undefined, 0)),
    on('focusin', (event) => {
      const button = iconButtonAt(event);
      if (button?.matches(':focus-visible')) move(button, 0);
    }),
    on('focusout', () => move(undefined, 0)),
    on('pointerdown', hide),
    on('keydown', ({ key }) => key === 'Escape' && hide()),
  ];
  return () => {
    hide();
    for (const end of ends) end();
  };
}

function on<Name extends keyof HTMLElementEventMap>(
  name: Name,
  listener: (event: HTMLElementEventMap[Name]) => void,
): () => void {
  const page = document.documentElement;
  page.addEventListener(name, listener);
  return () => page.removeEventListener(name, listener);
}

const iconButtonAt = ({ target }: Event): Element | undefined =>
  target instanceof Element ? (target.closest(ICON_BUTTON) ?? undefined) : undefined;

/** Above its button, or below if there is no room; always inside the window. */
function draw(button: Element): HTMLElement {
  const tip = document.createElement('span');
  tip.className = 'tip';
  tip.popover = 'manual';
  tip.ariaHidden = 'true';
  tip.textContent = button.getAttribute('aria-label');
  document.body.append(tip);
  tip.showPopover();
  const around = button.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const left = around.left + around.width / 2 - width / 2;
  const above = around.top - height - GAP;
  tip.style.left = `${Math.max(GAP, Math.min(left, window.innerWidth - width - GAP))}px`;
  tip.style.top = `${above < GAP ? around.bottom + GAP : above}px`;
  return tip;
}
