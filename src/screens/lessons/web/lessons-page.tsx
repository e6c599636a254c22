/** The page /lessons: all lessons of one child, as a sheet of stamps. */
import { LESSONS } from '#features/learn/lessons/web/addresses.ts';
import { StampSheet } from '#features/learn/lessons/web/stamp-sheet.tsx';
import { LessonReader } from './lesson-reader.tsx';

export function LessonsPage() {
  return (
    <LessonReader back={(_, isChild) => (isChild ? undefined : LESSONS)}>
      {({ id }, { isChild, timeZone }) => (
        <div className="lessons-page">
          <StampSheet childId={id} isChild={isChild} timeZone={timeZone} />
        </div>
      )}
    </LessonReader>
  );
}
