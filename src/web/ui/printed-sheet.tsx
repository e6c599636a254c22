/** The only part of a page that the browser prints, while it is there. */
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
