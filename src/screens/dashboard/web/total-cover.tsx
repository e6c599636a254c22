/** The cover of the family's book: the total, each child's balance, and the next pay day. */
import { t } from '@lingui/core/macro';
import { familyTotal } from '#screens/dashboard/rules.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { Button } from '#web/ui/button.tsx';
import { Cover } from '#web/ui/card.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { WhenNear } from '#web/ui/when-near.tsx';
import { AmountLines } from './amount-lines.tsx';
import { type FamilyBook, useGoals } from './calls.ts';
import { ChildRows } from './child-rows.tsx';
import { DueLine } from './due-line.tsx';
import type { SlipState } from './kept-slip.ts';
import type { OpenDialog } from './parent-dialogs.tsx';

const CoverageChip = lazyPart(
  async () => (await import('#features/money/wallet/web/coverage/coverage-chip.tsx')).CoverageChip,
);

interface TotalCoverProps extends SlipState {
  book: FamilyBook;
  onOpen: (dialog: OpenDialog) => void;
}

export function TotalCover({ book, onOpen, ...slip }: TotalCoverProps) {
  const goals = useGoals();
  const { children } = book;
  return (
    <Cover className="dash-cover" aria-label={t`Family total`}>
      <div className="cover-total">
        <p className="cover-label">{t`Family total`}</p>
        <PageLink href="/activity" className="why-link">{t`Why this number?`}</PageLink>
        <AmountLines
          sats={familyTotal(children, goals)}
          unit="sats"
          others={['sats', 'btc', 'usd']}
          size="huge"
          rate
        />
      </div>
      {book.family.hasWallet && (
        <WhenNear height="var(--target)">
          <CoverageChip />
        </WhenNear>
      )}
      <ChildRows books={children} onOpen={onOpen} />
      <DueLine book={book} {...slip} />
      <div className="form-actions cover-acts">
        <Button look="alt" small onClick={() => onOpen({ kind: 'add-child' })}>
          {t`Add Child`}
        </Button>
        {children.length > 1 && (
          <Button look="alt" small onClick={() => onOpen({ kind: 'several' })}>
            {t`Pay several children`}
          </Button>
        )}
      </div>
    </Cover>
  );
}
