/**
 * One of our own drawings, in the colors of its surroundings: the lines have its text color, and
 * `--wash` fills the areas. All of them are one file, fetched once, when a page first shows one.
 */
import sheet from './drawings.svg?no-inline';

export interface DrawingProps {
  /** One of core/drawings.ts. */
  name: string;
  /** In pixels; by default as wide as its parent allows. */
  size?: number;
}

/** Decorative: the subject is always next to it as text. */
export function Drawing({ name, size }: DrawingProps) {
  return (
    <svg className="drawing" viewBox="0 0 64 64" width={size} height={size} aria-hidden="true">
      <use href={`${sheet}#${name}`} />
    </svg>
  );
}
