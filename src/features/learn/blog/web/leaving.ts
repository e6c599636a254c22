/**
 * Asks for confirmation before an external link opens, if the reader is a child, or an adult who
 * came from Child View. Calls the server only if the readable cookie shows that someone may be
 * signed in; until it answers, and if it fails, asks for confirmation.
 */
import { isChildView } from '#web/child-view.ts';
import { ask, Unanswered } from './ask.ts';

export function startLeaving(page: Document): void {
  const dialog = page.querySelector<HTMLDialogElement>('[data-leaving]');
  const go = dialog?.querySelector<HTMLAnchorElement>('[data-go]');
  if (!dialog || !go || !page.cookie.split('; ').includes('signed_in=1')) return;
  let asks = true;
  void isChild().then((child) => {
    asks = child || isChildView();
    dialog.dataset.leaving = asks ? 'asks' : 'free';
  });
  page.querySelector('.prose')?.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    if (!link || !asks) return;
    event.preventDefault();
    go.href = link.href;
    const host = dialog.querySelector('[data-host]');
    if (host) host.textContent = new URL(link.href).host;
    dialog.showModal();
  });
  go.addEventListener('click', () => dialog.close());
}

async function isChild(): Promise<boolean> {
  try {
    const user = (await ask('/api/auth/user')) as { role: string; handedOver?: boolean };
    return user.role === 'child' || user.handedOver === true;
  } catch (error) {
    // 401: the session has ended, so nobody is signed in.
    return !(error instanceof Unanswered && error.status === 401);
  }
}
