/**
 * A person: the first letter, or a face, in a frame with the person's own color and pattern. The
 * same slot gives the same color and pattern in charts, legends and lists.
 */
import { type CSSProperties, Suspense } from 'react';
import { type FaceName, SLOTS } from '#core/faces.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { cx } from './class-names.ts';

const Face = lazyPart(async () => (await import('./faces.tsx')).Face);

export interface Looks {
  /** A child's `slot`, or an adult's position; colors repeat after six. */
  slot: number;
  /** A child's `face`; by default the letter. */
  drawing?: FaceName | undefined;
}

export interface AvatarProps extends Looks {
  name: string;
  /** In pixels. */
  size?: number;
}

/** Decorative: the name is always next to it as text. */
export function Avatar({ name, slot, drawing = 'letter', size = 52 }: AvatarProps) {
  const letter = [...name.trim()][0]?.toLocaleUpperCase() ?? '?';
  return (
    <span
      className={cx('avatar', slotClass(slot))}
      style={{ '--size': `${size}px` } as CSSProperties}
      aria-hidden="true"
    >
      {drawing === 'letter' ? (
        <span className="avatar-face">{letter}</span>
      ) : (
        <span className="avatar-face avatar-drawn">
          <Suspense fallback={letter}>
            <Face drawing={drawing} />
          </Suspense>
        </span>
      )}
    </span>
  );
}

/** A child's looks on every screen; a child no longer in the book gets the first color. */
export const looksOf = (child: { slot: number; face: FaceName } | undefined): Looks => ({
  slot: child?.slot ?? 0,
  drawing: child?.face,
});

/** The color and pattern of a person or slice, for custom marks. */
export function slotClass(slot: number): string {
  return `slot-${((slot % SLOTS) + SLOTS) % SLOTS}`;
}
