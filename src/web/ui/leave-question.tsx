/** "Leave without saving?", over everything else. */
import { t } from '@lingui/core/macro';
import { createRoot } from 'react-dom/client';
import { ConfirmDialog } from './confirm-dialog.tsx';

export function askToLeave(onLeave: () => void): void {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const close = () => {
    root.unmount();
    place.remove();
  };
  root.render(
    <ConfirmDialog
      title={t`Leave without saving?`}
      confirmLabel={t`Leave`}
      cancelLabel={t`Stay here`}
      onCancel={close}
      onConfirm={() => {
        close();
        onLeave();
      }}
    >
      {t`What you typed here will be lost.`}
    </ConfirmDialog>,
  );
}
