/** One drawing a lesson, for its stamp: the line of an old savings book, two inks, no shading. */
import type { ReactNode } from 'react';

interface Drawing {
  /** Filled with the soft ink. */
  wash: ReactNode;
  line: string;
}

const DRAWINGS: Readonly<Record<string, Drawing>> = {
  'what-is-bitcoin': {
    wash: <rect x="23" y="25" width="18" height="18" rx="2" />,
    line: 'M23 25h18v18H23zM27 31h10M27 37h7M32 25v-8M26 11a6 6 0 1 0 12 0 6 6 0 0 0-12 0M23 40l-8 6M41 40l8 6M5 51a6 6 0 1 0 12 0 6 6 0 0 0-12 0M47 51a6 6 0 1 0 12 0 6 6 0 0 0-12 0',
  },
  'saving-vs-spending': {
    wash: <path d="M6 15c9-4 18-4 26 1v36c-8-5-17-5-26-1z" />,
    line: 'M6 15c9-4 18-4 26 1 8-5 17-5 26-1v36c-9-4-18-4-26 1-8-5-17-5-26-1zM32 16v36M13 32a6 6 0 1 0 12 0 6 6 0 0 0-12 0M19 29v6M47 23l-7 11h6l-2 9 8-12h-6z',
  },
  'what-is-a-sat': {
    wash: <circle cx="27" cy="27" r="17" />,
    line: 'M10 27a17 17 0 1 0 34 0 17 17 0 0 0-34 0M40 40l14 14M20 24a1.5 1.5 0 1 0 3 0 1.5 1.5 0 0 0-3 0M29 20a1.5 1.5 0 1 0 3 0 1.5 1.5 0 0 0-3 0M27 32a1.5 1.5 0 1 0 3 0 1.5 1.5 0 0 0-3 0M18 34a1.5 1.5 0 1 0 3 0 1.5 1.5 0 0 0-3 0M34 27a1.5 1.5 0 1 0 3 0 1.5 1.5 0 0 0-3 0',
  },
  'keys-and-secrets': {
    wash: <circle cx="19" cy="32" r="12" />,
    line: 'M7 32a12 12 0 1 0 24 0 12 12 0 0 0-24 0M15 32a4 4 0 1 0 8 0 4 4 0 0 0-8 0M31 32h26M57 32v9M48 32v7M40 32v5',
  },
  'why-wait-for-a-goal': {
    wash: <path d="M29 19 17 40l7 3 6-4 6 5 7-5z" />,
    line: 'M4 55 29 19l13 20 5-7 13 23zM17 38l7 5 6-4 6 5 6-5M29 19V5l13 5-13 5',
  },
  'how-a-payment-travels': {
    wash: <path d="M28 37 57 9 41 53z" />,
    line: 'M8 29 57 9 41 53 28 37zM28 37 57 9M28 37l-1 13 6-7M5 43l7-3M7 54l9-4M16 41l3-1',
  },
  'earning-and-choosing': {
    wash: <path d="M14 11h28l8 7-8 7H14z" />,
    line: 'M32 5v6M32 25v7M32 46v13M14 11h28l8 7-8 7H14zM50 32H22l-8 7 8 7h28zM24 59h16M20 18h14M44 39H30',
  },
  'spotting-tricks': {
    wash: (
      <path d="M7 22c8-5 17-4 25-1 8-3 17-4 25 1 0 15-7 24-15 22-5-1-6-7-10-7s-5 6-10 7C14 46 7 37 7 22z" />
    ),
    line: 'M7 22c8-5 17-4 25-1 8-3 17-4 25 1 0 15-7 24-15 22-5-1-6-7-10-7s-5 6-10 7C14 46 7 37 7 22zM16 30c2-4 8-4 10 0-2 4-8 4-10 0zM38 30c2-4 8-4 10 0-2 4-8 4-10 0zM57 23c3 4 3 9 0 14M7 23c-3 4-3 9 0 14',
  },
};

const STAR: Drawing = {
  wash: null,
  line: 'M32 8l7 16 17 2-13 11 4 17-15-9-15 9 4-17L8 26l17-2z',
};

/** Hidden from screen readers: the title is beside it. */
export function LessonDrawing({ slug }: { slug: string }) {
  const { wash, line } = DRAWINGS[slug] ?? STAR;
  return (
    <svg className="lesson-drawing" viewBox="0 0 64 64" aria-hidden="true">
      <g className="lesson-wash">{wash}</g>
      <path d={line} />
    </svg>
  );
}
