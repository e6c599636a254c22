/** The split of the family total: children by their books, and the parents' contributions. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { PARENTS_SLOT } from '#core/faces.ts';
import type { Adult, Overview } from '#features/household/family/contract.ts';
import type { Child } from '#features/people/children/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { looksOf } from '#web/ui/avatar.tsx';
import { Card } from '#web/ui/card.tsx';
import { Pie } from '#web/ui/pie.tsx';
import { nameOf } from './adults.ts';

interface FamilySharesProps {
  overview: Overview;
  books: readonly Child[];
}

export function FamilyShares({ overview, books }: FamilySharesProps) {
  const { childrenShares, parentsAmount } = overview;
  const title = t`Family shares`;
  return (
    <Card className="grid gap-4" aria-labelledby="family-shares">
      <h2 id="family-shares">{title}</h2>
      <Pie
        title={title}
        parts={[
          ...childrenShares.map(({ childId, childName, balanceAmount }) => ({
            id: childId,
            name: childName,
            sats: satsOf(balanceAmount),
            slot: looksOf(books.find(({ id }) => id === childId)).slot,
          })),
          { id: 'parents', name: t`Parents`, sats: satsOf(parentsAmount), slot: PARENTS_SLOT },
        ]}
        empty={t`All books are at zero. The shares appear here with the first entry.`}
      />
      <ParentsSplit overview={overview} />
    </Card>
  );
}

/** Splits the parents' contributions to goals by the spouse's share. */
function ParentsSplit({ overview }: { overview: Overview }) {
  const { adults, parentsAmount, notShared } = overview;
  const parents = adults.filter(({ state }) => state === 'accepted');
  if (satsOf(parentsAmount) === 0n)
    return (
      <p className="sub">
        <Trans>
          A child’s part is everything in their book. Yours starts when you give to a goal.
        </Trans>
      </p>
    );
  return (
    <div className="grid gap-2 rule-above pt-4">
      <h3>{t`The parents' part`}</h3>
      <dl className="pairs">
        {parents.map((adult, index) => (
          <PartLine
            key={adult.email}
            name={partName(adult)}
            percent={index === 0 ? overview.parentNetWorthShare : overview.spouseNetWorthShare}
          />
        ))}
        {notShared > 0 && <PartLine name={t`Not shared with you`} percent={notShared} />}
      </dl>
      <p className="sub">{t`As a percentage of the family total.`}</p>
    </div>
  );
}

function PartLine({ name, percent }: { name: string; percent: number }) {
  return (
    <>
      <dt className="min-w-0 break-words">{name}</dt>
      <dd className="num">{percent}%</dd>
    </>
  );
}

const partName = (adult: Adult) => (adult.isYou ? t`You` : nameOf(adult));
