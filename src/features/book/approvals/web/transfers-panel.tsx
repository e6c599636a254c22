/**
 * Savings and transfers: pending transfers to savings, and recent answers. Parents see all
 * children's; a child sees its own.
 */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { approvals } from '#features/book/approvals/contract.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { query } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Card } from '#web/ui/card.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { pendingTransfers } from './pending-transfers.ts';

const TransferLines = lazyPart(async () => (await import('./transfer-lines.tsx')).TransferLines);

const SHOWN = 5;

export interface TransfersPanelProps {
  mode: 'parent' | 'child';
  /** The child; all children if undefined. */
  childId?: string;
  timeZone: string | undefined;
}

export function TransfersPanel({ mode, childId, timeZone }: TransfersPanelProps) {
  const transfers = useQuery(pendingTransfers());
  const requests = useQuery(query(approvals.list, {}));
  const isOwn = (one: { childId: string }) => !childId || one.childId === childId;
  const open = (transfers.data ?? []).filter(isOwn);
  const answered = (requests.data?.answered ?? [])
    .filter(isOwn)
    .filter(({ kind }) => mode === 'parent' || kind === 'savings_transfer')
    .slice(0, SHOWN);
  return (
    <Card className="dash-stack">
      <h2>{t`Savings and transfers`}</h2>
      {(transfers.isError || requests.isError) && (
        <InlineAlert>{t`The transfers could not be read just now.`}</InlineAlert>
      )}
      {open.length + answered.length === 0 ? (
        <p className="sub">{nothingText(mode)}</p>
      ) : (
        <Suspense fallback={<Loading label={t`Loading the transfers`} height="10rem" />}>
          <TransferLines mode={mode} open={open} answered={answered} timeZone={timeZone} />
        </Suspense>
      )}
    </Card>
  );
}

const nothingText = (mode: 'parent' | 'child') =>
  mode === 'child'
    ? t`Move spending money into your savings with “Add Transaction”. It waits here for a yes.`
    : t`When a child moves spending money into savings, it waits here for your yes.`;
