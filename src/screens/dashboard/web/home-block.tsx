/** A block of Home: one line with its name, expandable in place. */
import { type ReactNode, Suspense, useId, useState } from 'react';
import { NextIcon } from '#web/ui/icons.tsx';
import { Loading } from '#web/ui/skeleton.tsx';

interface HomeBlockProps {
  title: string;
  /** Its content in a few words. */
  note?: ReactNode;
  children: ReactNode;
}

export function HomeBlock({ title, note, children }: HomeBlockProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <li>
      <button
        type="button"
        className="ruled-link home-block-line"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <span className="ruled-words">
          {title}
          {note && <span className="sub">{note}</span>}
        </span>
        <NextIcon size={20} />
      </button>
      {open && (
        <div id={id} className="home-block-body">
          <Suspense fallback={<Loading label={title} height="8rem" />}>{children}</Suspense>
        </div>
      )}
    </li>
  );
}
