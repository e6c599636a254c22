/** A public page as an open book: the cover with the title, and the page's parts below. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { TickIcon } from '#web/ui/icons.tsx';

interface SheetProps {
  title: ReactNode;
  /** One or two sentences under the title. */
  lead: ReactNode;
  /** Drawn at the end of the cover. */
  mark?: ReactNode;
  children: ReactNode;
}

export function Sheet({ title, lead, mark, children }: SheetProps) {
  return (
    <article>
      <header className="sheet-cover book-cover rings">
        <div className="sheet-title">
          <h1>{title}</h1>
          <p className="lead">{lead}</p>
        </div>
        {mark}
      </header>
      <div className="sheet-page book-page">{children}</div>
    </article>
  );
}

export function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** The last part of a page: the way home, and further links. */
export function WayHome({ quiet = false, children }: { quiet?: boolean; children?: ReactNode }) {
  return (
    <div className="part">
      <div className="acts">
        <a className={quiet ? 'btn btn-alt' : 'btn'} href="/">
          <Trans>Back to Home</Trans>
        </a>
        {children}
      </div>
    </div>
  );
}

/** Lines with a tick in front. */
export function Ticked({ lines }: { lines: readonly { key: string; text: ReactNode }[] }) {
  return (
    <ul className="ticked">
      {lines.map(({ key, text }) => (
        <li key={key}>
          <TickIcon size={20} />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

/** Consecutive steps, numbered. */
export function Steps({ children }: { children: ReactNode }) {
  return <ol className="numbered">{children}</ol>;
}

export function Step({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <li className="numbered-step">
      <h3>{title}</h3>
      <p className="soft">{children}</p>
    </li>
  );
}

interface WayProps {
  title: ReactNode;
  chip: ReactNode;
  tone: 'green' | 'gold';
  children: ReactNode;
}

/** One of two options, side by side. */
export function Way({ title, chip, tone, children }: WayProps) {
  return (
    <div className={`way way-${tone}`}>
      <h3>
        {title}
        <span className={`chip chip-${tone}`}>{chip}</span>
      </h3>
      {children}
    </div>
  );
}
