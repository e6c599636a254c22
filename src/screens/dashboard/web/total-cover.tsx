/** The cover of the family's book: the total, and the two things a parent does most. */
import { t } from '@lingui/core/macro';
import { useProcessAllowances } from '#features/allowances/web/use-process-allowances.ts';
import { familyTotal } from '#screens/dashboard/rules.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Cover } from '#web/ui/card.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { AmountLines } from './amount-lines.tsx';
import { type FamilyBook, useGoals } from './calls.ts';

export interface TotalCoverProps {
  book: FamilyBook;
  onAddChild: () => void;
}

export function TotalCover({ book, onAddChild }: TotalCoverProps) {
  const goals = useGoals();
  const process = useProcessAllowances(book.family.weekday);
  return (
    <Cover className="dash-wide dash-cover" label={t`Family total`}>
      <AmountLines
        sats={familyTotal(book.children, goals)}
        unit="sats"
        others={['sats', 'btc', 'usd']}
        size="cover"
        rate
      />
      <p className="cover-label">{t`On-chain savings, goals, and Lightning spending of the family`}</p>
      <PageLink href="/activity" className="why-link">{t`Why this number?`}</PageLink>
      <div className="form-actions">
        <Button look="gold" busy={process.busy} onClick={process.run}>
          {t`Process Allowances`}
        </Button>
        <Button look="alt" onClick={onAddChild}>{t`Add Child`}</Button>
      </div>
      {process.failure && <InlineAlert>{process.failure}</InlineAlert>}
    </Cover>
  );
}
