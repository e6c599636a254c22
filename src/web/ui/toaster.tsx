/**
 * Shows the messages of the toast store; rendered once per page. The view is loaded with the first
 * message. The live region exists from the start, to announce every message exactly once; an inline
 * error is announced at its own place.
 */
import { t } from '@lingui/core/macro';
import { Suspense, useSyncExternalStore } from 'react';
import { lazyPart } from '#web/lazy-part.ts';
import { subscribeToasts, toastState, toastWords } from './toast-store.ts';

const ToastView = lazyPart(async () => (await import('./toast-view.tsx')).ToastView);

export function Toaster() {
  const { toasts, recent } = useToasts();
  return (
    <>
      <div className="sr-only" role="status" aria-live="polite">
        {recent[0] && !recent[0].inline && toastWords(recent[0])}
      </div>
      {toasts.length > 0 && (
        <Suspense fallback={null}>
          <ToastView toasts={toasts} />
        </Suspense>
      )}
    </>
  );
}

/** Past toasts, to reread at leisure; none of them needs an answer, so they have no count. */
export function RecentMessages() {
  const { recent } = useToasts();
  if (recent.length === 0) return null;
  return (
    <details className="recent">
      <summary>{t`Recent notices`}</summary>
      <ul className="recent-toasts" aria-label={t`Recent notices`}>
        {recent.map((item) => (
          <li key={item.id}>{toastWords(item)}</li>
        ))}
      </ul>
    </details>
  );
}

function useToasts() {
  return useSyncExternalStore(subscribeToasts, toastState, toastState);
}
