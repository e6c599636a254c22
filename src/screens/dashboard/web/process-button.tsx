/** "Process Allowances", and beside it why it failed. */
import { t } from '@lingui/core/macro';
import { useProcessAllowances } from '#features/allowances/web/use-process-allowances.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button, type ButtonLook } from '#web/ui/button.tsx';

interface ProcessButtonProps {
  look: ButtonLook;
  /** The family's today, 0 Sunday. */
  weekday: number;
}

export function ProcessButton({ look, weekday }: ProcessButtonProps) {
  const process = useProcessAllowances(weekday);
  return (
    <>
      <Button look={look} busy={process.busy} onClick={process.run}>
        {t`Process Allowances`}
      </Button>
      {process.failure && <InlineAlert>{process.failure}</InlineAlert>}
    </>
  );
}
