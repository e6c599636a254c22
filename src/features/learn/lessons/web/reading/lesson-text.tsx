/**
 * The whole lesson on one page, for readers of long texts. Its last section, what to try tonight,
 * is a separate note.
 */
import type { OpenLesson } from '#features/learn/lessons/contract.ts';
import { Card } from '#web/ui/card.tsx';
import { LessonSection } from './lesson-section.tsx';
import type { FoundWords } from './new-words.ts';
import { sectionsOf } from './sections.ts';

const NO_WORDS: FoundWords = new Map();

export function LessonText({ lesson }: { lesson: OpenLesson }) {
  const shown = { language: lesson.language, newWords: NO_WORDS };
  const sections = sectionsOf(lesson).map((section) => (
    <LessonSection key={section.heading?.number ?? -1} section={section} {...shown} />
  ));
  return (
    <>
      <Card className="lesson-paper" as="div">
        {sections.slice(0, -1)}
      </Card>
      <Card tone="gold" as="div">
        {sections.slice(-1)}
      </Card>
    </>
  );
}
