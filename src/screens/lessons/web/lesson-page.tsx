/** The page /lessons/:slug: one lesson of one child. */
import { useParams } from 'wouter';
import { lessonsHref } from '#features/learn/lessons/web/addresses.ts';
import { OneLesson } from '#features/learn/lessons/web/one-lesson.tsx';
import { LessonReader } from './lesson-reader.tsx';

export function LessonPage() {
  const { slug = '' } = useParams<{ slug: string }>();
  return (
    <LessonReader back={({ id }) => lessonsHref(id)}>
      {({ id, name }, { isChild }) => (
        <OneLesson key={slug} slug={slug} childId={id} childName={name} isChild={isChild} />
      )}
    </LessonReader>
  );
}
