/**
 * One section of a lesson: its drawing, heading and lines. For the youngest, each sentence is a
 * ruled line.
 */
import type { Run } from '#features/learn/lessons/contract.ts';
import { Drawing } from '#web/ui/drawing.tsx';
import { OutLink } from '#web/ui/out-link.tsx';
import { WithNewWords } from './new-word.tsx';
import type { Found, FoundWords } from './new-words.ts';
import type { Line, Part, Section } from './sections.ts';

interface Shown {
  language: string;
  /** The number of the line being read aloud. */
  at?: number | undefined;
  /** Words that ten- to thirteen-year-olds can tap for an explanation. */
  newWords: FoundWords;
}

interface LessonSectionProps extends Shown {
  section: Section;
  /** Takes the focus after navigation to this page. */
  begins?: boolean;
}

export function LessonSection({ section, begins = false, ...shown }: LessonSectionProps) {
  const { heading, parts, drawing } = section;
  return (
    <section className="lesson-section" lang={shown.language}>
      {drawing && (
        <span className="lesson-picture">
          <Drawing name={drawing} />
        </span>
      )}
      {heading && (
        <h2 tabIndex={-1} ref={begins ? focusOnce : undefined}>
          <Words line={heading} {...shown} />
        </h2>
      )}
      {parts.map((part) => (
        <TextPart key={part.lines[0]?.number} part={part} {...shown} />
      ))}
    </section>
  );
}

const focusOnce = (heading: HTMLHeadingElement | null) => heading?.focus();

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

/** Scrolls along for listeners. */
const bringIntoSight = (line: HTMLElement | null) => line?.scrollIntoView({ block: 'nearest' });

function OneRun({ run: { text, bold, href }, found }: { run: Run; found: readonly Found[] }) {
  if (href !== null) return <OutLink href={href}>{text}</OutLink>;
  return bold ? <strong>{text}</strong> : <WithNewWords text={text} found={found} />;
}
