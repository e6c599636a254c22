/** The split of the family's total among the books. */
import { t } from '@lingui/core/macro';
import { shareParts } from '#screens/dashboard/later-rules.ts';
import { Card } from '#web/ui/card.tsx';
import { Pie } from '#web/ui/pie.tsx';
import { type FamilyBook, useGoals } from './calls.ts';

export function FamilyShare({ book }: { book: FamilyBook }) {
  const goals = useGoals();
  return (
    <Card className="dash-stack">
      <h2>{t`Family Bitcoin share`}</h2>
      <Pie
        title={t`Family Bitcoin share`}
        parts={shareParts(book.children, goals, t`Parents`)}
        empty={t`All books are at zero. The shares appear here with the first entry.`}
      />
    </Card>
  );
}
