/** A link that its creator passes on personally; it is shown only once. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Banner } from './banner.tsx';
import { CopyButton } from './copy-button.tsx';

interface HandedLinkProps {
  title: string;
  link: string;
  children: ReactNode;
}

export function HandedLink({ title, link, children }: HandedLinkProps) {
  return (
    <Banner tone="done" announce="polite" title={title}>
      <span className="grid justify-items-start gap-2">
        {children}
        <span className="mono break-all">{link}</span>
        <CopyButton text={link} label={t`Copy link`} />
      </span>
    </Banner>
  );
}
