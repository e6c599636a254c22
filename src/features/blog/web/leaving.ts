/**
 * A child that reads an article is asked before a link leaves the program, and so is a grown-up who
 * came from Child View. Whether it is a child is asked only where the readable cookie says that
 * somebody is signed in; until the answer is there, and when it fails, we ask.
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
    // 401: the session is over, so nobody is signed in.
    return !(error instanceof Unanswered && error.status === 401);
  }
}
