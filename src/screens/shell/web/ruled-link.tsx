/** A ruled line that links somewhere: the whole line can be pressed. */
import type { ReactNode } from 'react';
import { NextIcon } from '#web/ui/icons.tsx';
import { PageLink, useWay } from '#web/ui/page-link.tsx';

interface RuledProps {
  /** The target's content. */
  detail?: ReactNode;
  children: ReactNode;
}

/** To a page; not rendered if the page is missing. */
export function RuledLink({ href, ...words }: RuledProps & { href: string }) {
  if (useWay(href) === undefined) return null;
  return (
    <li>
      <PageLink href={href} className="ruled-link">
        <Words {...words} />
      </PageLink>
    </li>
  );
}

/** To a dialog. */
export function RuledButton({ onClick, ...words }: RuledProps & { onClick: () => void }) {
  return (
    <li>
      <button type="button" className="ruled-link" onClick={onClick}>
        <Words {...words} />
      </button>
    </li>
  );
}

function Words({ detail, children }: RuledProps) {
  return (
    <>
      <span className="ruled-words">
        {children}
        {detail && <span className="sub">{detail}</span>}
      </span>
      <NextIcon size={20} />
    </>
  );
}
