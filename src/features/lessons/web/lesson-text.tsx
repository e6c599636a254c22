/**
 * The text of a lesson on a page of the book, and what to try tonight, its last section, on a note.
 * For the youngest each sentence is a ruled line, with a voice where there is one.
 */
import { t } from '@lingui/core/macro';
import type { OpenLesson, Run } from '#features/lessons/contract.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { OutLink } from '#web/ui/out-link.tsx';
import { WithNewWords } from './new-word.tsx';
import { type Found, type FoundWords, newWordsOf } from './new-words.ts';
import { useReadAloud } from './read-aloud.ts';
import { type Line, type Part, type Section, sectionsOf, wordsOf } from './sections.ts';

interface Shown {
  language: string;
  /** The line that is being read aloud. */
  at: number | undefined;
  /** What can be tapped for its meaning, from ten to thirteen. */
  newWords: FoundWords;
}

const NO_WORDS: FoundWords = new Map();

export function LessonText({ lesson }: { lesson: OpenLesson }) {
  const sections = sectionsOf(lesson.body);
  const voice = useReadAloud(wordsOf(lesson.body), lesson.language);
  const { language, band, body } = lesson;
  const newWords = band === 'explorer' ? newWordsOf(body, language) : NO_WORDS;
  const shown = { language, at: voice?.at, newWords };
  return (
    <>
      {lesson.band === 'starter' && voice && (
        <Button
          look="alt"
          className="lesson-voice"
          onClick={voice.at === undefined ? voice.start : voice.stop}
        >
          <VoiceIcon /> {voice.at === undefined ? t`Read it to me` : t`Stop reading`}
        </Button>
      )}
      <Card className="lesson-paper" as="div">
        {sections.slice(0, -1).map((section) => (
          <OneSection key={section.heading?.number ?? -1} section={section} {...shown} />
        ))}
      </Card>
      <Card tone="gold" as="div">
        {sections.slice(-1).map((section) => (
          <OneSection key={section.heading?.number ?? -1} section={section} {...shown} />
        ))}
      </Card>
    </>
  );
}

function OneSection({ section, ...shown }: Shown & { section: Section }) {
  const { heading, parts } = section;
  return (
    <section className="lesson-section" lang={shown.language}>
      {heading && (
        <h2>
          <Words line={heading} {...shown} />
        </h2>
      )}
      {parts.map((part) => (
        <TextPart key={part.lines[0]?.number} part={part} {...shown} />
      ))}
    </section>
  );
}

function TextPart({ part: { kind, lines }, ...shown }: Shown & { part: Part }) {
  if (kind === 'paragraph')
    return (
      <p>
        {lines.map((line) => (
          <span key={line.number} className="lesson-line">
            <Words line={line} {...shown} />{' '}
          </span>
        ))}
      </p>
    );
  const List = kind === 'numbers' ? 'ol' : 'ul';
  return (
    <List className={`lesson-list lesson-${kind}`}>
      {lines.map((line) => (
        <li key={line.number}>
          <Words line={line} {...shown} />
        </li>
      ))}
    </List>
  );
}

function Words({ line, at, newWords }: Shown & { line: Line }) {
  const { runs, number } = line;
  const found = newWords.get(number) ?? [];
  const words = runs.map((run, place) => (
    <OneRun key={run.text} run={run} found={found.filter((one) => one.run === place)} />
  ));
  if (at !== number) return words;
  return (
    <mark ref={bringIntoSight} className="lesson-read">
      {words}
    </mark>
  );
}

/** Scrolls along, so that listeners need not. */
const bringIntoSight = (line: HTMLElement | null) => line?.scrollIntoView({ block: 'nearest' });

function OneRun({ run: { text, bold, href }, found }: { run: Run; found: readonly Found[] }) {
  if (href !== null) return <OutLink href={href}>{text}</OutLink>;
  return bold ? <strong>{text}</strong> : <WithNewWords text={text} found={found} />;
}

function VoiceIcon() {
  return (
    <svg
      viewBox="0 0 24 24"
      width={24}
      height={24}
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M4 9.5v5h3.5L13 19V5L7.5 9.5zM16.5 9a4.5 4.5 0 0 1 0 6M19 6.5a8.5 8.5 0 0 1 0 11" />
    </svg>
  );
}
