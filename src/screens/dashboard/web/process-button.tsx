/** "Process Allowances"; then the slip of its bookings, or why it failed. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { type Payer, type Payout, payouts } from '#features/money/lightning/payouts/contract.ts';
import { payoutText } from '#features/money/lightning/web/payouts/payout-words.ts';
import type { Child } from '#features/people/children/contract.ts';
import type { PaySlipProps, Planned } from '#features/pocket/allowances/web/pay-slip.tsx';
import { useProcessAllowances } from '#features/pocket/allowances/web/use-process-allowances.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { query } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button, type ButtonLook } from '#web/ui/button.tsx';
import { useWay } from '#web/ui/page-link.tsx';
import type { FamilyBook } from './calls.ts';
import type { SlipState } from './kept-slip.ts';
import { OldPrice, waitsForPrice } from './old-price.tsx';
import { useSlip } from './use-slip.ts';

const PaySlip = lazyPart(
  async () => (await import('#features/pocket/allowances/web/pay-slip.tsx')).PaySlip,
);

interface ProcessButtonProps extends SlipState {
  look: ButtonLook;
  family: FamilyBook['family'];
  /** The children with due pay days. */
  books?: readonly Child[];
  /** True if there are bookings to make; the slip stays without it. */
  isDue?: boolean;
}

export function ProcessButton(props: ProcessButtonProps) {
  const { look, family, books = [], isDue = true } = props;
  const { slip, onSlip } = useSlip(props);
  const process = useProcessAllowances(family.weekday, onSlip);
  const waiting = Map.groupBy(
    books.filter(waitsForPrice),
    ({ agreedAllowance: agreed }) => `${agreed?.currency} ${agreed?.minorPerBtc}`,
  );
  const isOnlyWaiting = books.every((one) => waitsForPrice(one) || one.daysUntilAllowance !== 0);
  return (
    <>
      {[...waiting].map(([price, children]) => (
        <OldPrice key={price} waiting={children} onTaken={process.run} />
      ))}
      {isDue && (waiting.size === 0 || !isOnlyWaiting) && (
        <Button look={look} busy={process.busy} onClick={process.run}>
          {t`Process Allowances`}
        </Button>
      )}
      {isDue && family.payAutomatically && books.length > 0 && (
        <p>{t`It is recorded automatically from 6:00 in the morning. Or press now.`}</p>
      )}
      {slip && (
        <Suspense fallback={null}>
          <Slip
            key={slip.processedChildren[0]?.entryId}
            processed={slip}
            automatic={family.payAutomatically}
            onClose={() => onSlip(undefined)}
          />
        </Suspense>
      )}
      {process.failure && <InlineAlert>{process.failure}</InlineAlert>}
    </>
  );
}

/** The demo has no wallet, and so no payouts. */
const NO_PLANS: ReadonlyMap<string, Planned> = new Map();

/** Includes each allowance's payout: the list is refetched with every change. */
function Slip(props: Omit<PaySlipProps, 'planned'>) {
  const hasWallets = useWay('/lightning-config') !== undefined;
  const { data } = useQuery({ ...query(payouts.list, {}), enabled: hasWallets });
  const planned = data && new Map(data.payouts.map((row) => [row.id, plannedOf(row, data.payer)]));
  return <PaySlip {...props} planned={hasWallets ? planned : NO_PLANS} />;
}

const plannedOf = (row: Payout, payer: Payer): Planned => ({
  text: payoutText(row, payer),
  progress: row.state === 'paid' ? 'paid' : row.state === 'checking' ? 'moving' : 'waits',
});
