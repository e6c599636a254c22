/** A goal's picture: stored by the family, otherwise its drawing. */
import type { GoalDrawing } from '#core/goal-drawings.ts';
import type { Goal } from '#features/pocket/goals/contract.ts';
import { Drawing } from '#web/ui/drawing.tsx';

export function GoalPicture({ goal, size = 64 }: { goal: Goal; size?: number }) {
  // Never loads an external address: its operator would learn who looks, and when.
  const own = goal.imageUrl?.startsWith('/api/goal-pictures/') ? goal.imageUrl : undefined;
  if (!own) return <DrawnGoal name={goal.drawing} size={size} />;
  return (
    <span className="goal-picture" style={{ width: size, height: size }}>
      <img
        src={own}
        alt=""
        width={size}
        height={size}
        referrerPolicy="no-referrer"
        loading="lazy"
      />
    </span>
  );
}

/** For places that only have the drawing, such as a request for a goal. */
export function DrawnGoal({ name, size = 40 }: { name: GoalDrawing; size?: number }) {
  return (
    <span className="goal-picture" style={{ width: size, height: size }}>
      <Drawing name={name} size={size} />
    </span>
  );
}
