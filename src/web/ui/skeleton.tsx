/** A placeholder for loading content: the same height, hidden from screen readers. */
export interface SkeletonProps {
  /** Any CSS length. */
  height?: string;
  width?: string;
  className?: string;
}

export function Skeleton({ height = '1.25rem', width = '100%', className }: SkeletonProps) {
  return (
    <span className={`skeleton ${className ?? ''}`} style={{ height, width }} aria-hidden="true" />
  );
}

/** A loading block: announces itself once, politely, at the height of the content. */
export function Loading({ label, height }: { label: string; height: string }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <Skeleton height={height} className="rounded-card" />
    </div>
  );
}
