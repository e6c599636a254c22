/** New words in an explorer's lesson: marked at first use, explained on a tap. */
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { OpenLesson } from '#features/learn/lessons/contract.ts';
import { MIA, ONE, open, words } from '#tests/web/lessons.ts';
import { serve, show } from '#tests/web/support.tsx';
import { OneLesson } from '../one-lesson.tsx';
import { newWordsOf } from './new-words.ts';

afterEach(() => vi.unstubAllGlobals());

const paragraph = (...lines: OpenLesson['body'][number]['lines']): OpenLesson['body'][number] => ({
  kind: 'paragraph',
  lines,
});

test('a word is marked at its first use, as a whole word, and not in a heading', () => {
  const body = [
    { kind: 'heading' as const, lines: [words('The blockchain')] },
    paragraph(words('No noded fees here.'), words('A blockchain, a Blockchain, and a node.')),
  ];
  const found = [...newWordsOf(body, 'en')].map(([line, all]) => [
    line,
    all.map(({ word, start, end }) => [word, start, end]),
  ]);
  expect(found).toEqual([
    [1, [['fee', 9, 13]]],
    [
      2,
      [
        ['blockchain', 2, 12],
        ['node', 34, 38],
      ],
    ],
  ]);
});

test('a word in bold is explained by its lesson; a link keeps its words', () => {
  const bold = [{ text: 'nodes', bold: true, href: null }];
  const body = [paragraph(bold, words('Nodes check.'), words('a wallet', 'https://a.example'))];
  expect([...newWordsOf(body, 'en')]).toEqual([]);
});

const explorer = () =>
  open({ band: 'explorer', body: [paragraph(words('Many computers keep the blockchain.'))] });

test('a tap explains the word, another one closes it', async () => {
  serve({ [ONE]: [200, explorer()] });
  show(<OneLesson slug="what-is-bitcoin" childId={MIA} childName="Leo" isChild />);
  const word = await screen.findByRole('button', { name: 'blockchain' });
  expect(screen.queryByRole('note')).toBeNull();
  fireEvent.click(word);
  expect(screen.getByRole('note').textContent).toContain('the list of all Bitcoin payments');
  expect(word.getAttribute('aria-expanded')).toBe('true');
  fireEvent.click(word);
  expect(screen.queryByRole('note')).toBeNull();
});

test('the youngest and the oldest get their texts unchanged', async () => {
  for (const band of ['starter', 'young'] as const) {
    serve({ [ONE]: [200, { ...explorer(), band }] });
    show(<OneLesson slug="what-is-bitcoin" childId={MIA} childName="Leo" isChild />);
    await screen.findAllByText('Many computers keep the blockchain.');
    expect(screen.queryByRole('button', { name: 'blockchain' })).toBeNull();
  }
});
