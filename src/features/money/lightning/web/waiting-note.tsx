/**
 * Home's note that another page needs attention, by default that of the Lightning wallet. It
 * navigates without a reload, so an unlocked vault stays open.
 */

import { lookClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { WaitingIcon } from '#web/ui/icons.tsx';
import { PageLink } from '#web/ui/page-link.tsx';

interface WaitingNoteProps {
  id: string;
  title: string;
  action: string;
  href?: string;
}

export function WaitingNote({ id, title, action, href = '/lightning-config' }: WaitingNoteProps) {
  return (
    <Card tone="blue" className="grid gap-3" aria-labelledby={id}>
      <h2 id={id} className="needs-you-title">
        <WaitingIcon /> {title}
      </h2>
      <div className="form-actions">
        <PageLink href={href} className={lookClass({ small: true })}>
          {action}
        </PageLink>
      </div>
    </Card>
  );
}
