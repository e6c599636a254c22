/**
 * A native modal dialog: a sheet at the bottom of phones, centered on desktop, as tall as its
 * content, with an action row that stays in sight. The browser traps the focus and makes the page
 * behind inert; closing restores the focus. Render it only while open, or with `open`; its content
 * is then mounted again each time.
 */
import { t } from '@lingui/core/macro';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';
import { CloseIcon } from './icons.tsx';
import { closeUnlessTyped } from './unsaved.ts';

export interface DialogProps {
  open?: boolean;
  title: ReactNode;
  /** Called on Esc and the close button, after a question if typed text would be lost. */
  onClose: () => void;
  /** One sentence read out with the title. */
  description?: ReactNode;
  /** Buttons of the row that stays visible. */
  actions?: ReactNode;
  size?: 'normal' | 'wide' | 'full';
  role?: 'dialog' | 'alertdialog';
  children?: ReactNode;
}

export function Dialog({ open = true, ...props }: DialogProps) {
  return open ? <OpenDialog {...props} /> : null;
}

function OpenDialog(props: Omit<DialogProps, 'open'>) {
  const { title, onClose, description, actions, size = 'normal', role, children } = props;
  const ref = useModal();
  const id = useId();
  const close = () => closeUnlessTyped(ref.current, onClose);
  return (
    <dialog
      ref={ref}
      role={role}
      className={cx('dialog', size !== 'normal' && `dialog-${size}`)}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-about` : undefined}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        close();
      }}
    >
      <div className="dialog-head">
        <h2 id={`${id}-title`}>{title}</h2>
        <Button look="quiet" iconOnly aria-label={t`Close`} onClick={close}>
          <CloseIcon />
        </Button>
      </div>
      <div className="dialog-body">
        {description && (
          <p id={`${id}-about`} className="sub" style={{ marginBottom: 16 }}>
            {description}
          </p>
        )}
        {children}
      </div>
      {actions && <div className="dialog-actions">{actions}</div>}
    </dialog>
  );
}

/** Opens as modal before the first paint; on unmount closes and restores the focus. */
function useModal() {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    const wanted = dialog?.querySelector<HTMLElement>('[data-autofocus]');
    wanted?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return ref;
}
