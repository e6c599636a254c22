/**
 * Home's note that something waits on the Lightning wallet's page. It navigates without a reload,
 * so an unlocked vault stays open.
 */

import { lookClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { WaitingIcon } from '#web/ui/icons.tsx';
import { PageLink } from '#web/ui/page-link.tsx';

export function WaitingNote({ id, title, action }: { id: string; title: string; action: string }) {
  return (
    <Card tone="blue" className="grid gap-3" aria-labelledby={id}>
      <h2 id={id} className="needs-you-title">
        <WaitingIcon /> {title}
      </h2>
      <div className="form-actions">
        <PageLink href="/lightning-config" className={lookClass({ small: true })}>
          {action}
        </PageLink>
      </div>
    </Card>
  );
}
