/** The stamp of one lesson, or its empty place. The text beside it says which. */
import { cx } from '#web/ui/class-names.ts';
import { LessonDrawing } from './drawings.tsx';

interface LessonStampProps {
  slug: string;
  done: boolean;
  size: 'small' | 'normal' | 'large';
  /** It lands now, once. */
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
      <LessonDrawing slug={slug} />
    </span>
  );
}
