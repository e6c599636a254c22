/** Lightning on a child's page: one button that opens Receive, Send and Transfer. */
import { t } from '@lingui/core/macro';
import { Suspense, useState } from 'react';
import { lazyPart } from '#web/lazy-part.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import type { LightningOf } from './lightning-dialog.tsx';
import { AskedLines } from './pay/asked-lines.tsx';
import { OwedLines } from './payouts/owed-lines.tsx';

const LightningDialog = lazyPart(
  async () => (await import('./lightning-dialog.tsx')).LightningDialog,
);

interface LightningPanelProps extends LightningOf {
  /** Waiting payments are shown elsewhere on the page (`LightningWaiting`). */
  waitsAbove?: boolean;
}

export function LightningPanel({ child, isChild, waitsAbove = false }: LightningPanelProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card className="dash-stack" aria-labelledby="child-lightning">
      <h2 id="child-lightning">{t`Lightning`}</h2>
      {!waitsAbove && <OwedLines childId={child.id} />}
      {!waitsAbove && isChild && <AskedLines childId={child.id} />}
      <p className="sub">{t`Receive and pay spending money in seconds.`}</p>
      <div className="form-actions">
        <Button look="alt" onClick={() => setOpen(true)}>{t`Open Lightning`}</Button>
      </div>
      <Suspense fallback={null}>
        {isOpen && (
          <LightningDialog child={child} isChild={isChild} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </Card>
  );
}
