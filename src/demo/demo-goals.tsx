/** The demo's goals, read-only. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { goals } from '#features/pocket/goals/contract.ts';
import { GoalCard } from '#features/pocket/goals/web/board/goal-card.tsx';
import { GoalHistory } from '#features/pocket/goals/web/board/goal-history.tsx';
import { GoalOverview } from '#features/pocket/goals/web/board/goal-overview.tsx';
import { type ViewGoal, viewGoals } from '#features/pocket/goals/web/view-goal.ts';
import { query } from '#web/query.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import type { Demo } from './demo.ts';
import { DemoFrame } from './demo-frame.tsx';
import '#features/pocket/goals/web/goals.css';

export function DemoGoals({ demo }: { demo: Demo }) {
  return (
    <DemoFrame demo={demo}>
      <h1>{t`Family Goals`}</h1>
      <Goals />
    </DemoFrame>
  );
}

function Goals() {
  const { data } = useQuery(query(goals.list, {}));
  const [open, setOpen] = useState<string>();
  if (!data) return <Loading label={t`Loading the goals`} height="20rem" />;
  const views = viewGoals(data);
  const shown = views.find(({ id }) => id === open);
  return (
    <>
      <ul className="goals-grid">
        {views.map((view) => (
          <GoalCard key={view.id} view={view} isChild onDetails={() => setOpen(view.id)} />
        ))}
      </ul>
      {shown && <Details view={shown} onClose={() => setOpen(undefined)} />}
      <OwnGoals />
    </>
  );
}

/** Rendered after the goals; before them, it would be pushed down as they load. */
function OwnGoals() {
  return (
    <Card className="demo-own">
      <h2>{t`Save for something of your own`}</h2>
      <p>{t`The family above is made up. Yours takes a few minutes, with a link by e-mail and no password.`}</p>
      <ButtonLink href="/api/login">{t`Start your own goals`}</ButtonLink>
    </Card>
  );
}

function Details({ view, onClose }: { view: ViewGoal; onClose: () => void }) {
  return (
    <Dialog title={view.goal.title} size="wide" onClose={onClose}>
      <Tabs
        label={t`About this goal`}
        tabs={[
          { id: 'overview', label: t`Overview`, panel: <GoalOverview view={view} /> },
          {
            id: 'history',
            label: t`History`,
            panel: <GoalHistory view={view} isChild={false} timeZone="UTC" />,
          },
        ]}
      />
    </Dialog>
  );
}
