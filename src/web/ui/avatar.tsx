/**
 * A person: the first letter, or a small drawing, in a frame of the person's own colour and
 * pattern. The same slot gives the same colour and pattern in charts, legends and lists.
 */
import type { CSSProperties } from 'react';
import { cx } from './class-names.ts';

export const SLOTS = 6;

export interface AvatarProps {
  name: string;
  /** The person's place in the family, from 0; colours repeat after six. */
  slot: number;
  /** A drawing instead of the letter. */
  drawing?: 'boy' | 'girl' | undefined;
  /** In pixels. */
  size?: number;
}

/** Decoration: the name always stands beside it as text. */
export function Avatar({ name, slot, drawing, size = 52 }: AvatarProps) {
  const letter = [...name.trim()][0]?.toLocaleUpperCase() ?? '?';
  return (
    <span
      className={cx('avatar', slotClass(slot))}
      style={{ '--size': `${size}px` } as CSSProperties}
      aria-hidden="true"
    >
      <span className="avatar-face">{drawing ? <Face drawing={drawing} /> : letter}</span>
    </span>
  );
}

/** The colour and pattern of a person or slice, for custom marks. */
export function slotClass(slot: number): string {
  return `slot-${((slot % SLOTS) + SLOTS) % SLOTS}`;
}

const HAIR = {
  boy: 'M9 17c-1-9 5-12 11-12s12 3 11 12c-2-1-3-4-4-6-4 2-9 2-13 1-2 1-4 3-5 5z',
  girl: 'M8 31C5 15 9 5 20 5s15 10 12 26c-3 0-4-2-4-5 1-5 0-10-3-13-4 3-8 4-12 4-2 3-2 6-1 9 0 3-1 5-4 5z',
};

function Face({ drawing }: { drawing: 'boy' | 'girl' }) {
  return (
    <svg viewBox="0 0 40 40" width="100%" height="100%" aria-hidden="true">
      <path d="M6 42c1-8 7-11 14-11s13 3 14 11z" fill="var(--c)" />
      <ellipse cx={20} cy={20} rx={10.5} ry={11.5} fill="#f3c6a0" />
      <path d={HAIR[drawing]} fill="#4a2f1d" />
      <circle cx={16} cy={21} r={1.4} fill="#10261d" />
      <circle cx={24} cy={21} r={1.4} fill="#10261d" />
      <path
        d="M16 26c2 2.2 6 2.2 8 0"
        fill="none"
        stroke="#10261d"
        strokeWidth={1.6}
        strokeLinecap="round"
      />
    </svg>
  );
}
