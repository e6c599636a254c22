/** A parent's less frequent actions on a child's book: one line each, some expandable. */
import { t } from '@lingui/core/macro';
import { LESSONS } from '#features/learn/lessons/web/addresses.ts';
import type { Child } from '#features/people/children/contract.ts';
import { HomeBlock } from '#screens/dashboard/web/home-block.tsx';
import type { OpenDialog } from '#screens/dashboard/web/parent-dialogs.tsx';
import { lazyPart } from '#web/lazy-part.ts';
import { Card } from '#web/ui/card.tsx';
import { useWay } from '#web/ui/page-link.tsx';
import { RuledButton, RuledLink } from '../../shell/web/ruled-link.tsx';

const GrowthCard = lazyPart(
  async () => (await import('#features/pocket/growth/web/growth-card.tsx')).GrowthCard,
);
const SaplingCard = lazyPart(
  async () => (await import('#features/pocket/growth/web/sapling-card.tsx')).SaplingCard,
);

interface ChildBookLinesProps {
  child: Child;
  onOpen: (dialog: OpenDialog) => void;
}

export function ChildBookLines({ child: { id, name }, onOpen }: ChildBookLinesProps) {
  // The demo has none.
  const hasLessons = useWay(LESSONS) !== undefined;
  const open = (kind: 'import' | 'savings' | 'lightning') => () => onOpen({ kind, id });
  const set = (setting: 'lessons' | 'details') => () => onOpen({ kind: 'setting', setting, id });
  return (
    <Card className="home-blocks child-lines">
      <h2>{t`${name}’s book`}</h2>
      <ul>
        <RuledLink href={`/dashboard?view=child&child=${id}`}>
          {t`See the book as ${name} sees it`}
        </RuledLink>
        <HomeBlock title={t`How savings grew`}>
          <GrowthCard childId={id} valued />
          <SaplingCard childId={id} name={name} />
        </HomeBlock>
        {hasLessons && <RuledButton onClick={set('lessons')}>{t`Lessons`}</RuledButton>}
        <RuledButton onClick={open('import')}>{t`Import CSV`}</RuledButton>
        <HomeBlock title={t`Correct a balance`}>
          <ul>
            <RuledButton onClick={open('savings')}>{t`Update savings balance`}</RuledButton>
            <RuledButton onClick={open('lightning')}>{t`Update Lightning balance`}</RuledButton>
          </ul>
        </HomeBlock>
        <RuledButton onClick={set('details')} detail={t`Name, age, picture`}>
          {t`Details`}
        </RuledButton>
      </ul>
    </Card>
  );
}
