/**
 * A short hint on hover or keyboard focus; never the only place for anything. It appears after
 * 700 ms, or at once within 300 ms of the last one; Esc closes it.
 */
import { cloneElement, type ReactElement, useEffect, useId, useRef, useState } from 'react';

export const TOOLTIP_DELAY_MS = 700;
export const TOOLTIP_SKIP_DELAY_MS = 300;

export interface TooltipProps {
  text: string;
  /** One focusable element with a name of its own. */
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>;
}

let lastHiddenAt = Number.NEGATIVE_INFINITY;

export function Tooltip({ text, children }: TooltipProps) {
  const id = useId();
  const tip = useTip();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to what its child receives
    <span
      className="tip-anchor"
      ref={tip.anchor}
      onPointerEnter={(event) => event.pointerType !== 'touch' && tip.wait()}
      onPointerLeave={tip.hide}
      onPointerDown={tip.hide}
      onFocus={(event) => event.target.matches(':focus-visible') && tip.show()}
      onBlur={tip.hide}
      onKeyDown={(event) => event.key === 'Escape' && tip.hide()}
    >
      {cloneElement(children, { 'aria-describedby': tip.shown ? id : undefined })}
      {tip.shown && (
        <span id={id} role="tooltip" className="tip" popover="manual" ref={tip.place}>
          {text}
        </span>
      )}
    </span>
  );
}

function useTip() {
  const [shown, setShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const anchor = useRef<HTMLSpanElement>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = () => {
    clearTimeout(timer.current);
    setShown(true);
  };
  return {
    shown,
    anchor,
    show,
    wait() {
      const soon = performance.now() - lastHiddenAt < TOOLTIP_SKIP_DELAY_MS;
      if (soon) show();
      else timer.current = setTimeout(show, TOOLTIP_DELAY_MS);
    },
    hide() {
      clearTimeout(timer.current);
      if (shown) lastHiddenAt = performance.now();
      setShown(false);
    },
    /** Above its anchor, or below where there is no room; always inside the window. */
    place(tip: HTMLSpanElement | null) {
      const around = anchor.current?.getBoundingClientRect();
      if (!tip || !around) return;
      tip.showPopover();
      const { width, height } = tip.getBoundingClientRect();
      const left = around.left + around.width / 2 - width / 2;
      const above = around.top - height - 8;
      tip.style.left = `${Math.max(8, Math.min(left, window.innerWidth - width - 8))}px`;
      tip.style.top = `${above < 8 ? around.bottom + 8 : above}px`;
    },
  };
}
