/** Dialogs: named, closed by Esc only through their owner, and returning the focus. */
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog open={open} title="Add a line" description="One line." onClose={() => setOpen(false)}>
        <input aria-label="Words" />
      </Dialog>
    </>
  );
}

test('a dialog is named and described, and gives the focus back', () => {
  render(<Page />);
  expect(screen.queryByRole('dialog')).toBeNull();
  const button = screen.getByRole('button', { name: 'Open' });
  button.focus();
  fireEvent.click(button);
  const dialog = screen.getByRole('dialog', { name: 'Add a line' });
  expect(dialog.hasAttribute('open')).toBe(true);
  const about = document.getElementById(dialog.getAttribute('aria-describedby') ?? '');
  expect(about?.textContent).toBe('One line.');
  expect(dialog.contains(document.activeElement)).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(button);
});

test('Esc asks the owner and does not close the dialog directly', () => {
  const onClose = vi.fn();
  render(<Dialog title="Keep" onClose={onClose} />);
  const request = new Event('cancel', { cancelable: true });
  fireEvent(screen.getByRole('dialog'), request);
  expect(request.defaultPrevented).toBe(true);
  expect(onClose).toHaveBeenCalledOnce();
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('a question puts the focus on the safe answer and is deaf while busy', () => {
  const onConfirm = vi.fn();
  const question = (busy: boolean) => (
    <ConfirmDialog
      title="Remove?"
      confirmLabel="Remove"
      danger
      busy={busy}
      onConfirm={onConfirm}
      onCancel={() => {}}
    >
      The lines stay.
    </ConfirmDialog>
  );
  const { rerender } = render(question(true));
  expect(document.activeElement?.textContent).toBe('Cancel');
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(onConfirm).not.toHaveBeenCalled();
  rerender(question(false));
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(onConfirm).toHaveBeenCalledOnce();
});
