/**
 * The toast itself, on radix: 5 seconds (paused while pointed at or focused), swiped away to the
 * right, F8 moves the focus to it. The words are announced by the toaster's live region, so they
 * are left out of radix's own announcement.
 */
import { t } from '@lingui/core/macro';
import { Toast } from 'radix-ui';
import { useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';
import { CloseIcon } from './icons.tsx';
import {
  dismissToast,
  TOAST_DURATION_MS,
  TOAST_HOTKEY,
  TOAST_SWIPE_THRESHOLD_PX,
  type ToastItem,
} from './toast-store.ts';

export function ToastView({ toasts }: { toasts: readonly ToastItem[] }) {
  const label = t`Notification`;
  const layer = useTopLayer(toasts[0]?.id);
  return (
    <Toast.Provider
      label={label}
      duration={TOAST_DURATION_MS}
      swipeDirection="right"
      swipeThreshold={TOAST_SWIPE_THRESHOLD_PX}
    >
      {toasts.map((item) => (
        <OneToast key={item.id} item={item} />
      ))}
      <div className="toast-layer" popover="manual" ref={layer}>
        <Toast.Viewport className="toasts" label={label} hotkey={[TOAST_HOTKEY]} />
      </div>
    </Toast.Provider>
  );
}

/** Lifts the layer to the very top for each new toast, above a dialog opened before it. */
function useTopLayer(latest: number | undefined) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => tellRoom(ref.current), []);
  useLayoutEffect(() => {
    if (latest === undefined) return;
    const layer = ref.current;
    layer?.showPopover();
    return () => layer?.hidePopover();
  }, [latest]);
  return ref;
}

/** A sheet below the toast leaves it that much room (--toast-room): it covers no words. */
function tellRoom(layer: HTMLElement | null) {
  const root = document.documentElement.style;
  const watch = new ResizeObserver(() =>
    root.setProperty('--toast-room', `${layer?.offsetHeight ?? 0}px`),
  );
  if (layer) watch.observe(layer);
  return () => {
    watch.disconnect();
    root.removeProperty('--toast-room');
  };
}

function OneToast({ item }: { item: ToastItem }) {
  return (
    <Toast.Root
      type="background"
      {...(item.durationMs !== undefined && { duration: item.durationMs })}
      className={cx('toast', item.destructive && 'toast-destructive')}
      open={item.open}
      onOpenChange={(open) => {
        if (!open) dismissToast(item.id);
      }}
    >
      <div className="toast-words" data-radix-toast-announce-exclude="">
        <Toast.Title className="toast-title">{item.title}</Toast.Title>
        {item.description && (
          <Toast.Description className="sub">{item.description}</Toast.Description>
        )}
      </div>
      <Toast.Close asChild>
        <Button
          look="quiet"
          small
          iconOnly
          aria-label={t`Close`}
          data-radix-toast-announce-exclude=""
        >
          <CloseIcon size={18} />
        </Button>
      </Toast.Close>
    </Toast.Root>
  );
}
