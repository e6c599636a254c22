/**
 * A lesson's questions, one after another. Each can be tried any number of times; the right answer
 * shows its explanation and the next button.
 */
import { t } from '@lingui/core/macro';
import { useId, useState } from 'react';
import type { OpenLesson, Question } from '#features/learn/lessons/contract.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/class-names.ts';
import { TickIcon } from '#web/ui/icons.tsx';

interface LessonQuestionsProps {
  lesson: Pick<OpenLesson, 'questions' | 'language'>;
  busy: boolean;
  /** Receives each question's first choice, by index. */
  onDone: (answers: number[]) => void;
}

export function LessonQuestions({ lesson, busy, onDone }: LessonQuestionsProps) {
  const { questions, language } = lesson;
  const [answers, setAnswers] = useState<number[]>([]);
  const [number, setNumber] = useState(0);
  const question = questions[number];
  if (!question) return null;
  const last = number === questions.length - 1;
  return (
    <OneQuestion
      key={number}
      question={question}
      language={language}
      place={t`Question ${number + 1} of ${questions.length}`}
      begins={number > 0}
      onFirst={(choice) => setAnswers([...answers, choice])}
      next={last ? t`Done` : t`Next question`}
      busy={busy}
      onNext={() => (last ? onDone(answers) : setNumber(number + 1))}
    />
  );
}

interface OneQuestionProps {
  question: Question;
  language: string;
  /** "Question 2 of 3", in words. */
  place: string;
  /** True for a question after the first: it takes the focus. */
  begins: boolean;
  /** Receives the first choice, which is stored as something to talk about. */
  onFirst: (choice: number) => void;
  /** The label of the button to continue. */
  next: string;
  busy: boolean;
  onNext: () => void;
}

function OneQuestion(props: OneQuestionProps) {
  const { question, language, place, begins, onFirst, next, busy, onNext } = props;
  const id = useId();
  const [tried, setTried] = useState<readonly number[]>([]);
  const isFound = tried.includes(question.answer);
  const choose = (choice: number) => {
    if (tried.length === 0) onFirst(choice);
    setTried([...tried, choice]);
  };
  return (
    <Card tone="blue" className="lesson-question" aria-labelledby={id}>
      <p className="sub">{place}</p>
      <h2 id={id} lang={language} tabIndex={-1} ref={begins ? focusOnce : undefined}>
        {question.question}
      </h2>
      <ul className="lesson-choices" lang={language}>
        {question.choices.map((choice, index) => (
          <li key={choice}>
            <Choice
              words={choice}
              state={stateOf(index, question.answer, tried)}
              onChoose={() => choose(index)}
            />
          </li>
        ))}
      </ul>
      <div role="status">
        {isFound ? (
          <p>
            <strong>{t`Yes, that’s it.`}</strong>{' '}
            <span lang={language}>{question.explanation}</span>
          </p>
        ) : (
          tried.length > 0 && (
            <p>
              <strong>{t`Not this one.`}</strong> {t`Try another one.`}
            </p>
          )
        )}
      </div>
      {isFound && (
        <Button busy={busy} onClick={onNext}>
          {next}
        </Button>
      )}
    </Card>
  );
}

const focusOnce = (heading: HTMLHeadingElement | null) => heading?.focus();

type ChoiceState = 'open' | 'right' | 'tried' | 'other';

function stateOf(index: number, answer: number, tried: readonly number[]): ChoiceState {
  if (tried.includes(index)) return index === answer ? 'right' : 'tried';
  return tried.includes(answer) ? 'other' : 'open';
}

interface ChoiceProps {
  words: string;
  state: ChoiceState;
  onChoose: () => void;
}

/** Tried choices stay in place and only show whether they were right. */
function Choice({ words, state, onChoose }: ChoiceProps) {
  return (
    <button
      type="button"
      className={cx('lesson-choice', state !== 'open' && `lesson-choice-${state}`)}
      aria-disabled={state !== 'open' || undefined}
      onClick={state === 'open' ? onChoose : undefined}
    >
      <span>{words}</span>{' '}
      {state === 'right' && (
        <span className="lesson-mark">
          <TickIcon size={20} /> {t`right`}
        </span>
      )}
      {state === 'tried' && <span className="lesson-mark">{t`tried`}</span>}
    </button>
  );
}
