/** One child's sapling, and an explanation of its growth. Never next to another. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { saplings } from '#features/pocket/growth/sapling/contract.ts';
import { query } from '#web/query.ts';
import { Card } from '#web/ui/card.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SaplingDrawing } from './sapling-drawing.tsx';
import './sapling.css';

interface SaplingCardProps {
  childId: string;
  /** If undefined, the child is reading. */
  name?: string | undefined;
}

/** Renders nothing without a reply. */
export function SaplingCard({ childId, name }: SaplingCardProps) {
  const { data } = useQuery(query(saplings.ofChild, { id: childId }));
  const id = useId();
  if (!data) return <div className="sapling-room" />;
  return (
    <Card className="sapling" aria-labelledby={id}>
      <h2 id={id} className="text-h3">
        {name === undefined ? t`My sapling` : t`${name}’s sapling`}
      </h2>
      <p className="sub sapling-text">{saplingText(data.stage)}</p>
      <SaplingDrawing {...data} />
    </Card>
  );
}

/** The same as a dialog, opened from a small picture. */
export function SaplingDialog({ childId, onClose }: { childId: string; onClose: () => void }) {
  const { data } = useQuery(query(saplings.ofChild, { id: childId }));
  return (
    <Dialog title={t`My sapling`} onClose={onClose}>
      {data && (
        <div className="sapling">
          <p className="sapling-text">{saplingText(data.stage)}</p>
          <SaplingDrawing {...data} />
        </div>
      )}
    </Dialog>
  );
}

/** Describes the drawing, also for people who can't see it. */
function saplingText(stage: number): string {
  if (stage === 0) return t`A seed in the ground. What is saved overnight makes it grow.`;
  if (stage === 1) return t`A sprout has come up. What is saved overnight makes it grow.`;
  if (stage <= 4)
    return t`A young stem with leaves. It grows a little every night on what is saved.`;
  if (stage <= 7) return t`A young tree. It grows a little every night on what is saved.`;
  if (stage === 8) return t`A tree in blossom. It stays, even when savings are used.`;
  if (stage === 9) return t`A tree with its first fruit. It stays, even when savings are used.`;
  return t`A great tree, and somebody lives in it. It stays, even when savings are used.`;
}
