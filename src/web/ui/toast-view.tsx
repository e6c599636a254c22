/**
 * The toast itself, built on radix: 5 seconds (paused on hover or focus), dismissed by a swipe to
 * the right, focused by F8. The toaster's live region announces the text, so radix's own
 * announcement is suppressed.
 */
import { t } from '@lingui/core/macro';
import * as Toast from '@radix-ui/react-toast';
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

/** Raises the layer for each new toast, above a dialog that was opened before it. */
function useTopLayer(latest: number | undefined) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => reserveRoom(ref.current), []);
  useLayoutEffect(() => {
    if (latest === undefined) return;
    const layer = ref.current;
    layer?.showPopover();
    return () => layer?.hidePopover();
  }, [latest]);
  return ref;
}

/**
 * Makes a sheet leave room for the toast (--toast-room): it must not cover text. The room stays
 * until the sheet is closed, or the sheet would jump when the toast ends.
 */
function reserveRoom(layer: HTMLElement | null) {
  if (!layer) return;
  const rooms = new WeakMap<Element, number>();
  const watch = new ResizeObserver(() => {
    const sheet = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1);
    if (!sheet) return;
    const room = Math.max(layer.offsetHeight, rooms.get(sheet) ?? 0);
    rooms.set(sheet, room);
    sheet.style.setProperty('--toast-room', `${room}px`);
  });
  watch.observe(layer);
  return () => watch.disconnect();
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
