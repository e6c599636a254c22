/** How far a goal is, as one bar; the number stands beside it or in its name. */
export function GoalBar({ percent, label }: { percent: number; label: string }) {
  return (
    <span className="goal-bar" role="img" aria-label={label}>
      <span style={{ width: `${percent}%` }} />
    </span>
  );
}
