/** The page /lessons: all lessons of one child, as a sheet of stamps. */
import { StampSheet } from '#features/lessons/web/stamp-sheet.tsx';
import { LessonReader } from './lesson-reader.tsx';

export function LessonsPage() {
  return (
    <LessonReader back={({ id }, isChild) => (isChild ? '/dashboard' : bookHref(id))}>
      {({ id }, { isChild, timeZone }) => (
        <div className="lessons-page">
          <StampSheet childId={id} isChild={isChild} timeZone={timeZone} />
        </div>
      )}
    </LessonReader>
  );
}

const bookHref = (childId: string) => `/dashboard?view=child&child=${childId}`;
