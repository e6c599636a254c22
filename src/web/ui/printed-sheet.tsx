/** While this is in a page, the browser prints it and nothing else of the page. */
import type { ReactNode } from 'react';
import './printed-sheet.css';

/** Hidden on the screen. */
export function PrintedSheet({ children }: { children: ReactNode }) {
  return (
    <section className="printed-sheet" aria-hidden="true">
      {children}
    </section>
  );
}
