/**
 * Nine drawings, one for each category, in the line of an old savings book: two inks, no shading.
 */
import type { ReactNode } from 'react';
import type { Category } from '#features/goals/contract.ts';

interface Drawing {
  /** Filled with the soft ink. */
  wash: ReactNode;
  line: string;
}

const DRAWINGS: Record<Category, Drawing> = {
  vacation: {
    wash: <circle cx="46" cy="17" r="8" />,
    line: 'M6 53c6-4 10-4 16 0s10 4 16 0 10-4 16 0M12 45c5-7 27-7 32 0M28 40c-2-8-1-15 3-21M31 19c-5-6-11-6-16-2M31 19c-6-1-11 3-12 9M31 19c0-6 4-10 10-9M31 19c6-1 10 2 11 7',
  },
  education: {
    wash: <path d="M12 46V20c7-4 13-4 20 0v26c-7-4-13-4-20 0z" />,
    line: 'M32 20c7-4 13-4 20 0v26c-7-4-13-4-20 0-7-4-13-4-20 0V20c7-4 13-4 20 0zM32 20v26M37 26c4-1 7-1 10 1M37 33c4-1 7-1 10 1M17 27c3-2 6-2 10-1M17 34c3-2 6-2 10-1',
  },
  toy: {
    wash: <circle cx="32" cy="40" r="13" />,
    line: 'M20 22a7 7 0 1 1 9-8M35 14a7 7 0 1 1 9 8M32 28a12 12 0 1 0-.1-15A12 12 0 0 0 32 28zM19 40a13 13 0 1 0 26 0 13 13 0 0 0-26 0M27 18v.2M37 18v.2M29 23c2 2 4 2 6 0M28 40c2 3 6 3 8 0',
  },
  bike: {
    wash: <circle cx="47" cy="40" r="11" />,
    line: 'M6 40a11 11 0 1 0 22 0 11 11 0 0 0-22 0M36 40a11 11 0 1 0 22 0 11 11 0 0 0-22 0M17 40l9-17h13l8 17M26 23l7 17h-16M33 40l8-20h6M22 18h8',
  },
  car: {
    wash: <path d="M17 32l5-11h19l7 11z" />,
    line: 'M7 44V34l10-2 5-11h19l7 11 9 3v9h-5M22 44h19M7 44h4M11 44a5.5 5.5 0 1 0 11 0 5.5 5.5 0 0 0-11 0M41 44a5.5 5.5 0 1 0 11 0 5.5 5.5 0 0 0-11 0M17 32h31M31 21v11',
  },
  home: {
    wash: <path d="M16 30v22h32V30L32 15z" />,
    line: 'M8 34 32 12l24 22M16 29v24h32V29M27 53V40h10v13M42 18v-7h5v11M34 47v.2',
  },
  electronics: {
    wash: <rect x="12" y="16" width="40" height="25" rx="2" />,
    line: 'M12 16h40v25H12zM6 49h52M10 49l3-8M54 49l-3-8M20 24l5 4-5 4M29 33h8',
  },
  sports: {
    wash: <path d="M32 24l9 6-3 11H26l-3-11z" />,
    line: 'M12 33a20 20 0 1 0 40 0 20 20 0 0 0-40 0M32 24l9 6-3 11H26l-3-11zM32 24v-11M41 30l10-4M38 41l6 8M26 41l-6 8M23 30l-10-4',
  },
  other: {
    wash: <rect x="12" y="28" width="40" height="24" rx="1" />,
    line: 'M10 20h44v9H10zM13 29v23h38V29M32 20v32M32 20c-4-9-15-10-15-4 0 4 8 4 15 4zM32 20c4-9 15-10 15-4 0 4-8 4-15 4z',
  },
};

/** Hidden from screen readers: the category is beside it as text. */
export function GoalDrawing({ category, size = 64 }: { category: Category; size?: number }) {
  const { wash, line } = DRAWINGS[category];
  return (
    <svg className="goal-drawing" viewBox="0 0 64 64" width={size} height={size} aria-hidden="true">
      <g className="goal-wash">{wash}</g>
      <path d={line} />
    </svg>
  );
}
