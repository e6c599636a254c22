/** A goal's progress as a bar; the number is next to it or in its label. */
export function GoalBar({ percent, label }: { percent: number; label: string }) {
  return (
    <span className="goal-bar" role="img" aria-label={label}>
      <span style={{ width: `${percent}%` }} />
    </span>
  );
}
