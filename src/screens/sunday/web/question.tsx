/** The question: all questions in one language are loaded together, and only on this page. */
import type { Band } from '#features/people/children/rules.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { readerLanguage } from '#web/messages/language.ts';
import type { Questions } from '../rules.ts';

const FILES = {
  en: () => import('../questions/en.ts'),
  de: () => import('../questions/de.ts'),
  es: () => import('../questions/es.ts'),
};

interface QuestionProps {
  band: Band;
  number: number;
}

const textOf = (questions: Questions) =>
  function Text({ band, number }: QuestionProps) {
    return <p className="sunday-question">{questions[band][number]}</p>;
  };

/** A page has one language; changing it reloads the page. */
export const Question = lazyPart(async () => textOf((await FILES[readerLanguage()]()).QUESTIONS));
