/** A book lying open at one page: the green cover with the title, and the ruled page below it. */
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

const PAGE = `relative rounded-b-cover rounded-bl-[6px] border-[1.5px] border-t-0 border-line
  bg-surface py-7 ps-9 pe-6 md:py-8 md:ps-12 md:pe-9`;
const STITCHES = `absolute inset-y-0 start-[13px] border-0 border-s-[1.5px] border-dashed
  border-line`;

export function Book(props: BookProps) {
  const { title, lead, label, mark, level: Heading = 'h1', arrived = false, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (arrived) heading.current?.focus({ preventScroll: true });
  }, [arrived]);
  return (
    <article>
      <Cover as="header" className="rounded-b-none py-7 ps-9 pe-6 md:py-9 md:ps-12">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <div className="grid min-w-0 gap-2">
            {label && <p className="cover-label">{label}</p>}
            <Heading ref={heading} tabIndex={-1}>
              {title}
            </Heading>
            {lead && <p className="max-w-[30rem] text-on-hero-2">{lead}</p>}
          </div>
          {mark}
        </div>
      </Cover>
      <div className={PAGE}>
        <span aria-hidden="true" className={STITCHES} />
        {children}
      </div>
    </article>
  );
}
