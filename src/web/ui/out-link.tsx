/**
 * An external link on a page that a child may read: it leads to our own confirmation page, which
 * names the site, even if it is opened in another tab.
 */
import { type ReactNode, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'wouter';
import { lazyPart } from '#web/lazy-part.ts';
import { OutIcon } from './icons.tsx';

const LeavingDialog = lazyPart(async () => (await import('./leaving-dialog.tsx')).LeavingDialog);

export function OutLink({ href, children }: { href: string; children?: ReactNode }) {
  const [leaving, leave] = useState(false);
  return (
    <>
      <Link
        href="#leaving"
        onClick={(event) => {
          event.preventDefault();
          leave(true);
        }}
      >
        {children} <OutIcon size={16} className="out-icon" />
      </Link>
      <Suspense fallback={null}>
        {leaving &&
          // A portal: a dialog must not be inside a paragraph, or inherit its language.
          createPortal(<LeavingDialog href={href} onClose={() => leave(false)} />, document.body)}
      </Suspense>
    </>
  );
}
