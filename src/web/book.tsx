/** A book open at one page: the green cover with the title, and the ruled page below it. */
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Cover } from './ui/card.tsx';

interface BookProps {
  title: ReactNode;
  /** One or two sentences under the title, on the cover. */
  lead?: ReactNode;
  /** The small line above the title. */
  label?: string;
  /** Drawn on the cover, at its end. */
  mark?: ReactNode;
  /** `h2` for a book among other parts of a page. */
  level?: 'h1' | 'h2';
  /** True if the reader came from a previous step: the title takes the focus. */
  arrived?: boolean;
  children?: ReactNode;
}

export function Book(props: BookProps) {
  const { title, lead, label, mark, level: Heading = 'h1', arrived = false, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (arrived) heading.current?.focus({ preventScroll: true });
  }, [arrived]);
  return (
    <article>
      <Cover as="header" className="ruled-cover">
        <div className="spread gap-4">
          <div className="grid min-w-0 gap-2">
            {label && <p className="cover-label">{label}</p>}
            <Heading ref={heading} tabIndex={-1}>
              {title}
            </Heading>
            {lead && <p className="ruled-lead">{lead}</p>}
          </div>
          {mark}
        </div>
      </Cover>
      <div className="ruled-page">{children}</div>
    </article>
  );
}
