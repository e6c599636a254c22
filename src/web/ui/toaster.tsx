/**
 * Shows the messages of the toast store; rendered once per page. The view is loaded with the first
 * message; the live region exists from the start, so that every message is announced.
 */
import { t } from '@lingui/core/macro';
import { type ReactNode, Suspense, useState, useSyncExternalStore } from 'react';
import { lazyPart } from '#web/lazy-part.ts';
import { subscribeToasts, type ToastItem, toastState } from './toast-store.ts';

const ToastView = lazyPart(async () => (await import('./toast-view.tsx')).ToastView);

export function Toaster() {
  const { toasts, recent } = useToasts();
  return (
    <>
      <div className="sr-only" role="status" aria-live="polite">
        {recent[0] && toastWords(recent[0])}
      </div>
      {toasts.length > 0 && (
        <Suspense fallback={null}>
          <ToastView toasts={toasts} />
        </Suspense>
      )}
    </>
  );
}

export interface RecentMessagesProps {
  /** Shown beside the title: the number of new messages. */
  badge?: ReactNode;
  /** Further content, rendered when the list is first opened. */
  children?: ReactNode;
}

/** Past toasts, to read again at leisure; for the page's footer or a menu. */
export function RecentMessages({ badge, children }: RecentMessagesProps) {
  const { recent } = useToasts();
  const [opened, setOpened] = useState(false);
  if (recent.length === 0 && !children) return null;
  return (
    <details className="recent" onToggle={() => setOpened(true)}>
      <summary>
        {t`Recent messages`} {badge}
      </summary>
      {recent.length > 0 && (
        <ul className="recent-toasts" aria-label={t`Recent messages`}>
          {recent.map((item) => (
            <li key={item.id}>{toastWords(item)}</li>
          ))}
        </ul>
      )}
      {opened && children}
    </details>
  );
}

function useToasts() {
  return useSyncExternalStore(subscribeToasts, toastState, toastState);
}

function toastWords({ title, description }: ToastItem): string {
  if (!description) return title;
  return /[.!?]$/.test(title) ? `${title} ${description}` : `${title}. ${description}`;
}
