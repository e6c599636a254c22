/** The picture of a goal: one that the family stored with us, else the drawing of its category. */
import type { Goal } from '#features/goals/contract.ts';
import { GoalDrawing } from './drawings.tsx';

export function GoalPicture({ goal, size = 64 }: { goal: Goal; size?: number }) {
  // An external address is never loaded: its operator would learn who looks, and when.
  const own = goal.imageUrl?.startsWith('/api/goal-pictures/') ? goal.imageUrl : undefined;
  return (
    <span className="goal-picture" style={{ width: size, height: size }}>
      {own ? (
        <img
          src={own}
          alt=""
          width={size}
          height={size}
          referrerPolicy="no-referrer"
          loading="lazy"
        />
      ) : (
        <GoalDrawing category={goal.category} size={size} />
      )}
    </span>
  );
}
