/** A child's waiting Lightning payments, on its first page; hidden if there are none. */
import { t } from '@lingui/core/macro';
import { Card } from '#web/ui/card.tsx';
import { AskedLines } from './pay/asked-lines.tsx';
import { OwedLines } from './payouts/owed-lines.tsx';
import './lightning.css';

interface LightningWaitingProps {
  childId: string;
  /** The reader is the child, who may take back its requests. */
  isChild: boolean;
}

export function LightningWaiting({ childId, isChild }: LightningWaitingProps) {
  return (
    <Card className="dash-stack ln-waiting" aria-labelledby="child-owed">
      <h2 id="child-owed">{t`Still waiting`}</h2>
      <OwedLines childId={childId} />
      {isChild && <AskedLines childId={childId} />}
    </Card>
  );
}
