/** A lesson's files belong together, and the stored part of the answers. */
import { expect, test } from 'vitest';
import { parseMarkdown } from '#content/markdown.ts';
import { asBlock, inOrder, type LessonText, missedOf } from './rules.ts';

const question = (answer: number) => ({ question: 'q', choices: [], answer, explanation: 'e' });

test('a question not answered right at once is stored by its number, and nothing else', () => {
  const questions = [question(1), question(0), question(2)];
  expect(missedOf(questions, [1, 0, 2])).toEqual([]);
  expect(missedOf(questions, [0, 0, 1])).toEqual([0, 2]);
});

test('two lessons with the same order are refused; the others are sorted by it', () => {
  const lesson = (order: number, slug: string) => ({ order, slug }) as LessonText;
  expect(() => inOrder([lesson(1, 'a'), lesson(2, 'b'), lesson(1, 'c')])).toThrow(
    'content/lessons/c: order: another lesson is number 1',
  );
  expect(inOrder([lesson(2, 'b'), lesson(1, 'a')]).map(({ slug }) => slug)).toEqual(['a', 'b']);
});

test('marks become lines of words that keep what is bold and where a link leads', () => {
  const blocks = parseMarkdown('## Head\n\nOne **two**\nthree\n\n1. [four](https://example.com/)');
  const plain = { bold: false, href: null };
  expect(blocks.map(asBlock)).toEqual([
    { kind: 'heading', lines: [[{ text: 'Head', ...plain }]] },
    {
      kind: 'paragraph',
      lines: [
        [
          { text: 'One ', ...plain },
          { text: 'two', bold: true, href: null },
        ],
        [{ text: 'three', ...plain }],
      ],
    },
    {
      kind: 'numbers',
      lines: [[{ text: 'four', bold: false, href: 'https://example.com/' }]],
    },
  ]);
});
