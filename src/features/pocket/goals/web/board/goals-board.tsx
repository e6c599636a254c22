/** The main part of the goals page: header, cards, and the open dialog. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CivilDate } from '#core/calendar.ts';
import type { GoalDrawing } from '#core/goal-drawings.ts';
import type { Child } from '#features/people/children/contract.ts';
import { allocations } from '#features/pocket/goals/allocations/contract.ts';
import { goals as goalsCalls } from '#features/pocket/goals/contract.ts';
import { drawingOf } from '#features/pocket/goals/rules.ts';
import { satsOf } from '#web/amounts.ts';
import { query } from '#web/query.ts';
import { amountOf } from '#web/ui/amount.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Drawing } from '#web/ui/drawing.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PlusIcon } from '#web/ui/icons.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { AllocateDialog } from '../asking/allocate-dialog.tsx';
import { RequestsDialog } from '../asking/allocation-requests.tsx';
import { AskGoalDialog } from '../asking/ask-goal-dialog.tsx';
import { type GoalDraft, GoalFormDialog, linkOf } from '../form/goal-form-dialog.tsx';
import { GoalAlbum } from '../reached/goal-album.tsx';
import { type ViewGoal, viewGoals } from '../view-goal.ts';
import { GoalCard } from './goal-card.tsx';
import { GoalDetailsDialog } from './goal-details-dialog.tsx';
import '../goals.css';

export interface GoalsBoardProps {
  kids: readonly Child[];
  isChild: boolean;
  /** For the youngest: counts stamps instead of sats. */
  counts?: boolean;
  today: CivilDate;
  timeZone: string | undefined;
  /** The goal in the page's URL, with its details open. */
  goalId?: string | undefined;
  /** Opens a goal's details, or closes them. */
  onGoal: (id: string | undefined) => void;
}

type Open =
  | { kind: 'create'; start: Partial<GoalDraft> }
  | { kind: 'requests' }
  | { kind: 'details' | 'allocate' | 'edit' | 'ask'; id: string };

export function GoalsBoard(props: GoalsBoardProps) {
  const goals = useQuery(query(goalsCalls.list, {}));
  const { data: pending = [] } = useQuery(query(allocations.pending, {}));
  const { goalId, onGoal, isChild } = props;
  const [act, setAct] = useState<Open>();
  const open = act ?? (goalId ? ({ kind: 'details', id: goalId } as const) : undefined);
  const setOpen = (next: Open | undefined) => {
    setAct(next?.kind === 'details' ? undefined : next);
    if (next?.kind === 'details') onGoal(next.id);
    else if (!next && goalId) onGoal(undefined);
  };
  const create = (start: Partial<GoalDraft> = {}) => setOpen({ kind: 'create', start });
  return (
    <>
      <div className="goals-head">
        <h1>{t`Family Goals`}</h1>
        <div className="form-actions">
          <Button look="alt" onClick={() => setOpen({ kind: 'requests' })}>
            {isChild ? t`What I asked` : t`Review Requests`}
            {pending.length > 0 && (
              <span
                className="chip chip-blue num"
                role="img"
                aria-label={t`${pending.length} waiting`}
              >
                {pending.length}
              </span>
            )}
          </Button>
          <Button onClick={() => create()}>
            <PlusIcon size={20} /> {t`Create Goal`}
          </Button>
        </div>
      </div>
      <Loaded answer={goals} label={t`Loading the goals`} height="20rem">
        {(list) =>
          list.length === 0 ? (
            <NoGoals onCreate={create} />
          ) : (
            <Goals {...props} goals={viewGoals(list)} setOpen={setOpen} />
          )
        }
      </Loaded>
      {open && (
        <OpenDialog
          {...props}
          open={open}
          setOpen={setOpen}
          goals={goals.data ?? []}
          isLoaded={goals.isSuccess}
          pending={pending}
        />
      )}
    </>
  );
}

interface GoalsProps extends GoalsBoardProps {
  goals: readonly ViewGoal[];
  setOpen: (open: Open) => void;
}

function Goals({ goals, kids, isChild, counts, timeZone, setOpen }: GoalsProps) {
  const { open = [], bought = [] } = Object.groupBy(goals, (view) =>
    view.bought ? 'bought' : 'open',
  );
  const onDetails = (id: string) => setOpen({ kind: 'details', id });
  const ownerOf = ({ goal }: ViewGoal) => kids.find(({ id }) => id === goal.ownerChildId)?.name;
  return (
    <>
      {open.length > 0 && (
        <ul className="goals-grid">
          {open.map((view) => (
            <GoalCard
              key={view.id}
              view={view}
              owner={isChild ? undefined : ownerOf(view)}
              counts={counts}
              isChild={isChild}
              onDetails={() => onDetails(view.id)}
              {...(!counts && { onAllocate: () => setOpen({ kind: 'allocate', id: view.id }) })}
            />
          ))}
        </ul>
      )}
      <GoalAlbum goals={bought} timeZone={timeZone} isChild={isChild} onDetails={onDetails} />
    </>
  );
}

interface OpenDialogProps extends GoalsBoardProps {
  open: Open;
  setOpen: (open: Open | undefined) => void;
  goals: Parameters<typeof viewGoals>[0];
  isLoaded: boolean;
  pending: Parameters<typeof RequestsDialog>[0]['pending'];
}

function OpenDialog(props: OpenDialogProps) {
  const { open, setOpen, goals, pending, kids, isChild, today, timeZone } = props;
  const onClose = () => setOpen(undefined);
  if (open.kind === 'create')
    return <GoalFormDialog start={open.start} isChild={isChild} today={today} onClose={onClose} />;
  if (open.kind === 'requests')
    return (
      <RequestsDialog pending={pending} timeZone={timeZone} isChild={isChild} onClose={onClose} />
    );
  const view = viewGoals(goals).find(({ id }) => id === open.id);
  const [first] = kids;
  if (!view) return props.isLoaded ? <NoSuchGoal onClose={onClose} /> : null;
  const to = (kind: 'edit' | 'ask') => () => setOpen({ kind, id: view.id });
  if (open.kind === 'allocate')
    return <AllocateDialog view={view} kids={kids} isChild={isChild} onClose={onClose} />;
  if (open.kind === 'ask' && first)
    return <AskGoalDialog view={view} child={first} onClose={onClose} />;
  if (open.kind === 'edit')
    return (
      <GoalFormDialog
        goal={view.goal}
        start={draftOf(view.goal)}
        isChild={isChild}
        today={today}
        onClose={onClose}
      />
    );
  const own = { view, kids, isChild, counts: props.counts, timeZone, onClose };
  return <GoalDetailsDialog {...own} onEdit={to('edit')} onAsk={to('ask')} />;
}

/** For the address of a goal that was deleted, or is another child's own. */
function NoSuchGoal({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t`This goal is no longer here`} onClose={onClose}>
      <p>{t`It may have been deleted. The other goals are on this page.`}</p>
    </Dialog>
  );
}

const draftOf = (goal: OpenDialogProps['goals'][number]): GoalDraft => ({
  title: goal.title,
  description: goal.description,
  targetAmount: amountOf(satsOf(goal.targetAmount)),
  category: goal.category,
  drawing: goal.drawing === drawingOf(goal.category) ? undefined : goal.drawing,
  targetDate: goal.targetDate ?? '',
  imageUrl: linkOf(goal) ?? '',
});

/** Three ideas that open the form with initial values. */
function NoGoals({ onCreate }: { onCreate: (start: Partial<GoalDraft>) => void }) {
  const ideas: { label: string; drawing: GoalDrawing; start: Partial<GoalDraft> }[] = [
    { label: t`A bike`, drawing: 'bike', start: { title: t`A bike`, category: 'bike' } },
    { label: t`A trip`, drawing: 'trip', start: { title: t`A trip`, category: 'vacation' } },
    { label: t`A gift`, drawing: 'gift', start: { title: t`A gift`, category: 'other' } },
  ];
  return (
    <Card>
      <EmptyState
        title={t`No Family Goals Yet`}
        level={2}
        icon={<Drawing name="bike" size={88} />}
        action={
          <div className="form-actions">
            {ideas.map(({ label, drawing, start }) => (
              <Button key={label} look="alt" onClick={() => onCreate(start)}>
                <Drawing name={drawing} size={28} /> {label}
              </Button>
            ))}
          </div>
        }
      >
        {t`A goal is a card with ten stamps. Everyone can help fill it. Start with an idea:`}
      </EmptyState>
    </Card>
  );
}
