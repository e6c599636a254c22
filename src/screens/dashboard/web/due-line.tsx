/** When the next pay day is; and on the day itself, the button that records it. */
import { t } from '@lingui/core/macro';
import { useProcessAllowances } from '#features/allowances/web/use-process-allowances.ts';
import { soonestPayday } from '#screens/dashboard/rules.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CalendarIcon } from '#web/ui/icons.tsx';
import type { FamilyBook } from './calls.ts';
import { soonestText } from './words.ts';

export function DueLine({ book: { children, family } }: { book: FamilyBook }) {
  const process = useProcessAllowances(family.weekday);
  const isDue = soonestPayday(children)?.next.kind === 'today';
  return (
    <div className="due-line">
      <p className="due-words">
        <CalendarIcon size={20} /> {soonestText(children)}
      </p>
      {isDue && (
        <Button look="gold" busy={process.busy} onClick={process.run}>
          {t`Process Allowances`}
        </Button>
      )}
      {process.failure && <InlineAlert>{process.failure}</InlineAlert>}
    </div>
  );
}
