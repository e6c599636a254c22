/** The sapling as a small picture on a card; pressing it enlarges it. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { saplings } from '#features/pocket/growth/sapling/contract.ts';
import { query } from '#web/query.ts';
import { SaplingDrawing } from './sapling-drawing.tsx';

interface SmallSaplingProps {
  childId: string;
  onOpen: () => void;
}

/** The parent element reserves its space. */
export function SmallSapling({ childId, onOpen }: SmallSaplingProps) {
  const { data } = useQuery(query(saplings.ofChild, { id: childId }));
  if (!data) return null;
  return (
    <button type="button" className="small-sapling" aria-label={t`My sapling`} onClick={onOpen}>
      <SaplingDrawing {...data} />
    </button>
  );
}
