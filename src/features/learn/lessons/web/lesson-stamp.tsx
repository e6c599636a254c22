/** A lesson's stamp, or its empty place; the text next to it names it. */
import { cx } from '#web/ui/class-names.ts';
import { Drawing } from '#web/ui/drawing.tsx';

const DRAWING_OF: Readonly<Record<string, string>> = {
  'what-is-bitcoin': 'network',
  'saving-vs-spending': 'pages',
  'what-is-a-sat': 'magnifier',
  'keys-and-secrets': 'key',
  'why-wait-for-a-goal': 'mountain',
  'how-a-payment-travels': 'plane',
  'earning-and-choosing': 'signs',
  'spotting-tricks': 'mask',
};

interface LessonStampProps {
  slug: string;
  done: boolean;
  size: 'small' | 'normal' | 'large';
  /** Plays the landing animation once. */
  fresh?: boolean;
}

export function LessonStamp({ slug, done, size, fresh = false }: LessonStampProps) {
  return (
    <span
      className={cx(
        'lesson-stamp',
        `lesson-stamp-${size}`,
        done && 'lesson-stamp-on',
        fresh && 'stamp-new',
      )}
    >
      <Drawing name={DRAWING_OF[slug] ?? 'star'} />
    </span>
  );
}
