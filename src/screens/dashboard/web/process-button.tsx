/** "Process Allowances"; then the slip of what it has recorded, or why it failed. */
import { t } from '@lingui/core/macro';
import { Suspense } from 'react';
import { useProcessAllowances } from '#features/allowances/web/use-process-allowances.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button, type ButtonLook } from '#web/ui/button.tsx';
import type { FamilyBook } from './calls.ts';

const PaySlip = lazyPart(
  async () => (await import('#features/allowances/web/pay-slip.tsx')).PaySlip,
);

interface ProcessButtonProps {
  look: ButtonLook;
  family: FamilyBook['family'];
  /** Whether there is anything to record; the slip stays without it. */
  isDue?: boolean;
}

export function ProcessButton({ look, family, isDue = true }: ProcessButtonProps) {
  const process = useProcessAllowances(family.weekday);
  return (
    <>
      {isDue && (
        <Button look={look} busy={process.busy} onClick={process.run}>
          {t`Process Allowances`}
        </Button>
      )}
      {process.processed && (
        <Suspense fallback={null}>
          <PaySlip
            processed={process.processed}
            automatic={family.payAutomatically}
            onClose={process.close}
          />
        </Suspense>
      )}
      {process.failure && <InlineAlert>{process.failure}</InlineAlert>}
    </>
  );
}
