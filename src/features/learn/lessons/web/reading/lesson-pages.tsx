/**
 * A lesson in short pages: one section on each, and the questions on the last. The page is part of
 * the URL: the browser's Back goes back one page.
 */
import { t } from '@lingui/core/macro';
import { type ReactNode, useRef } from 'react';
import { useSearchParams } from 'wouter';
import type { OpenLesson } from '#features/learn/lessons/contract.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/class-names.ts';
import { BackIcon, NextIcon } from '#web/ui/icons.tsx';
import { LessonSection } from './lesson-section.tsx';
import { type FoundWords, newWordsOf } from './new-words.ts';
import { type ReadAloud, useReadAloud } from './read-aloud.ts';
import './lesson-pages.css';
import { linesOf, type Section, sectionsOf, wordsOf } from './sections.ts';

const NO_WORDS: FoundWords = new Map();

interface LessonPagesProps {
  lesson: OpenLesson;
  /** The questions. Hidden but mounted, so going back keeps all answers. */
  children: ReactNode;
}

export function LessonPages({ lesson, children }: LessonPagesProps) {
  const sections = sectionsOf(lesson);
  const [page, turnTo] = usePage(sections.length);
  const first = useRef(page);
  const section = sections[page];
  return (
    <>
      {section && (
        <OnePage
          key={page}
          lesson={lesson}
          section={section}
          begins={page !== first.current}
          isLast={page === sections.length - 1}
          dots={<Dots page={page} of={sections.length} />}
          onTurn={(by) => turnTo(page + by)}
          isFirst={page === 0}
        />
      )}
      <div className="lesson-asked" hidden={section !== undefined}>
        {children}
        <TurnBack onTurn={() => turnTo(page - 1)} />
      </div>
    </>
  );
}

/** From 0; from 1 in the URL. The page after the last section has the questions. */
function usePage(most: number) {
  const [params, setParams] = useSearchParams();
  const asked = Number(params.get('page') ?? 1);
  const page = Number.isInteger(asked) ? Math.min(Math.max(asked - 1, 0), most) : 0;
  const turnTo = (next: number) =>
    setParams((now) => {
      now.set('page', String(next + 1));
      return now;
    });
  return [page, turnTo] as const;
}

interface OnePageProps {
  lesson: OpenLesson;
  section: Section;
  begins: boolean;
  isFirst: boolean;
  isLast: boolean;
  dots: ReactNode;
  onTurn: (by: 1 | -1) => void;
}

function OnePage({ lesson, section, begins, isFirst, isLast, dots, onTurn }: OnePageProps) {
  const { band, body, language } = lesson;
  const lines = linesOf(section);
  const voice = useReadAloud(lines.map(wordsOf), language);
  const newWords = band === 'explorer' ? newWordsOf(body, language) : NO_WORDS;
  const at = voice?.at === undefined ? undefined : lines[voice.at]?.number;
  return (
    <Card
      className={cx('lesson-page', !isLast && 'lesson-paper')}
      tone={isLast ? 'gold' : 'plain'}
      as="div"
    >
      <LessonSection
        section={section}
        begins={begins}
        language={language}
        at={at}
        newWords={newWords}
      />
      <div className="lesson-turn">
        {band === 'starter' && voice && <VoiceButton voice={voice} />}
        {dots}
        <div className="lesson-turns">
          {!isFirst && <TurnBack onTurn={() => onTurn(-1)} />}
          <Button className="lesson-next" onClick={() => onTurn(1)}>
            {isLast ? t`To the questions` : t`Next`} <NextIcon size={20} />
          </Button>
        </div>
      </div>
    </Card>
  );
}

function TurnBack({ onTurn }: { onTurn: () => void }) {
  return (
    <Button look="quiet" className="lesson-back" onClick={onTurn}>
      <BackIcon size={20} /> {t`Turn back`}
    </Button>
  );
}

/** Visual reading progress; the text next to it says the same. */
function Dots({ page, of }: { page: number; of: number }) {
  return (
    <p className="lesson-dots">
      {Array.from({ length: of }, (_, place) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its place
          key={place}
          className={cx('lesson-dot', place <= page && 'lesson-dot-on')}
        />
      ))}
      <span className="sub num">{t`Page ${page + 1} of ${of}`}</span>
    </p>
  );
}

function VoiceButton({ voice }: { voice: ReadAloud }) {
  const isSilent = voice.at === undefined;
  return (
    <Button look="alt" className="lesson-voice" onClick={isSilent ? voice.start : voice.stop}>
      <VoiceIcon /> {isSilent ? t`Read it to me` : t`Stop reading`}
    </Button>
  );
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
