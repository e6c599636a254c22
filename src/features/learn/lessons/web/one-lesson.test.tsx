/** One lesson: its text and voice, its questions, its stamp, and the way out. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { OpenLesson } from '#features/learn/lessons/contract.ts';
import { DAY, FINISH, MIA, ONE, open, words } from '#tests/web/lessons.ts';
import { noneSent, refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import { i18n } from '#web/messages/i18n.ts';
import { speak } from '#web/messages/speak.ts';
import { OneLesson } from './one-lesson.tsx';

afterEach(() => {
  history.replaceState(null, '', '/'); // the page that was open
  i18n.activate('en');
  vi.unstubAllGlobals();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const lessonOf = (isChild: boolean): ReactNode => (
  <OneLesson slug="what-is-bitcoin" childId={MIA} childName="Mia" isChild={isChild} />
);
/** From the first page to the questions. */
const readOn = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Next' }));
  press('To the questions');
};
const answerAll = async () => {
  await readOn();
  press('In a piggy bank');
  press('On many computers');
  press('Next question');
  press('No one');
  press('Done');
};

test('a lesson that is not there says so and leads back', async () => {
  serve({ [ONE]: refusal(404, 'There is no such lesson') });
  show(lessonOf(true));
  await screen.findByText('There is no such lesson');
  expect(screen.getByRole('link', { name: 'All lessons' })).toBeTruthy();
});

test('a wrong answer ends nothing: the right one may be looked for, and its explanation comes with it', async () => {
  serve({ [ONE]: [200, open()] });
  show(lessonOf(true));
  await readOn();
  press('In a piggy bank');
  const said = () => screen.getByRole('status').textContent;
  expect(said()).toBe('Not this one. Try another one.');
  expect(screen.queryByRole('button', { name: 'Next question' })).toBeNull();
  press('In a piggy bank tried');
  expect(said()).toBe('Not this one. Try another one.');
  press('On many computers');
  expect(said()).toBe('Yes, that’s it. Many computers keep the same list.');
  // Once found, the untried choices change nothing.
  for (const one of screen.getAllByRole('button')) {
    if (one.className.includes('lesson-choice')) fireEvent.click(one);
  }
  expect(said()).toBe('Yes, that’s it. Many computers keep the same list.');
  screen.getByRole('button', { name: 'On many computers right' });
  press('Next question');
  expect(document.activeElement?.textContent).toBe('Who is the boss of Bitcoin?');
  press('No one');
  expect(screen.getByRole('status').textContent).toContain('Yes, that’s it.');
});

test('the youngest turn one short page after the other, there and back, and lose no answer', async () => {
  serve({ [ONE]: [200, open()] });
  show(lessonOf(true));
  await screen.findByText('You know coins.');
  const headings = () => screen.getAllByRole('heading').map(({ textContent }) => textContent);
  const first = ['What is Bitcoin?', 'Money made of numbers'];
  expect(headings()).toEqual(first);
  expect(screen.getByText('Page 1 of 2')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Turn back' })).toBeNull();
  press('Next');
  expect(headings()).toEqual(['What is Bitcoin?', 'Try it tonight']);
  expect(document.activeElement?.textContent).toBe('Try it tonight');
  press('To the questions');
  expect(headings()).toEqual(['What is Bitcoin?', 'Where does bitcoin live?']);
  press('In a piggy bank');
  press('Turn back');
  expect(headings()).toEqual(['What is Bitcoin?', 'Try it tonight']);
  history.back();
  await screen.findByText('Not this one.');
  history.go(-2);
  await screen.findByText('Page 1 of 2');
  expect(headings()).toEqual(first);
});

test('the oldest have the whole text on one page, with the questions below', async () => {
  serve({ [ONE]: [200, open({ band: 'young' })] });
  show(lessonOf(true));
  await screen.findByText('You know coins.');
  expect(screen.getByText('Open your book.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'In a piggy bank' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  expect(document.querySelectorAll('.lesson-picture .drawing')).toHaveLength(2);
});

test('a stamp that could not be saved is requested again with the same answers', async () => {
  const sent = serve({
    [ONE]: [200, open()],
    [FINISH]: [refusal(409, 'Not now'), [200, { doneAt: DAY, done: 1, of: 8 }]],
  });
  show(lessonOf(true));
  await answerAll();
  await screen.findByText('Not now');
  press('Try Again');
  await screen.findByRole('heading', { name: 'Here is your stamp.' });
  expect(screen.getByText('1 of 8 stamps')).toBeTruthy();
  expect(sentTo(sent, FINISH).map(({ body }) => body)).toEqual([
    { band: 'starter', answers: [0, 0] },
    { band: 'starter', answers: [0, 0] },
  ]);
});

test('a lesson read again keeps its stamp and sends nothing', async () => {
  const sent = serve({ [ONE]: [200, open({ doneAt: DAY, byChild: true })] });
  show(lessonOf(true));
  await answerAll();
  await screen.findByText('You already have this stamp, and you keep it.');
  await noneSent(sent, FINISH);
});

test('a grown-up who only had a look leaves nothing; who read along stamps it', async () => {
  const replies = {
    [ONE]: [200, open()],
    [FINISH]: [200, { doneAt: DAY, done: 3, of: 8 }],
  } as const;
  const sent = serve(replies);
  show(lessonOf(false));
  await answerAll();
  await screen.findByRole('heading', { name: 'Did you read this with Mia?' });
  await noneSent(sent, FINISH);
  press('I only had a look');
  await screen.findByText('Nothing was kept.');
  await noneSent(sent, FINISH);
});

test('a grown-up’s yes gives the stamp', async () => {
  const sent = serve({ [ONE]: [200, open()], [FINISH]: [200, { doneAt: DAY, done: 3, of: 8 }] });
  show(lessonOf(false));
  await answerAll();
  fireEvent.click(await screen.findByRole('button', { name: 'Yes, stamp it' }));
  await screen.findByRole('heading', { name: 'Here is your stamp.' });
  expect(sentTo(sent, FINISH)).toHaveLength(1);
});

test('a link of an older reader’s lesson leads out only through a step that names the place', async () => {
  const body: OpenLesson['body'] = [
    { kind: 'paragraph', lines: [words('the paper', 'https://bitcoin.org/bitcoin.pdf')] },
  ];
  serve({ [ONE]: [200, open({ band: 'young', body })] });
  show(lessonOf(true));
  fireEvent.click(await screen.findByRole('link', { name: 'the paper' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'You are leaving Satling' }));
  const out = dialog.getByRole('link', { name: 'Open bitcoin.org' });
  expect(out.getAttribute('href')).toBe('https://bitcoin.org/bitcoin.pdf');
  expect(out.getAttribute('rel')).toContain('noreferrer');
  fireEvent.click(dialog.getByRole('button', { name: 'Stay here' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

/** Scrolled into view: jsdom has no screen. */
function watchScrolls(): string[] {
  const seen: string[] = [];
  Element.prototype.scrollIntoView = function (this: Element) {
    seen.push(this.textContent);
  };
  return seen;
}

/** The browser's voices: what was spoken, and how to end the line. */
function stubVoices(voices: Partial<SpeechSynthesisVoice>[]) {
  const said: { text: string; lang: string; onend: (() => void) | undefined }[] = [];
  const cancel = vi.fn();
  vi.stubGlobal('SpeechSynthesisUtterance', function (this: { text: string }, text: string) {
    this.text = text;
  });
  vi.stubGlobal('speechSynthesis', {
    getVoices: () => voices,
    speak: (one: { text: string; lang: string; onend: () => void }) => said.push(one),
    cancel,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  });
  return { said, cancel };
}

test('without a voice of the device itself there is no button to read aloud', async () => {
  stubVoices([
    { lang: 'en-US', localService: false },
    { lang: 'de-DE', localService: true },
  ]);
  serve({ [ONE]: [200, open()] });
  show(lessonOf(true));
  await screen.findByText('You know coins.');
  expect(screen.queryByRole('button', { name: 'Read it to me' })).toBeNull();
});

test('the youngest have the lesson read to them line by line, and can stop it', async () => {
  const seen = watchScrolls();
  const { said, cancel } = stubVoices([{ lang: 'en_US', localService: true }]);
  serve({ [ONE]: [200, open()] });
  show(lessonOf(true));
  fireEvent.click(await screen.findByRole('button', { name: 'Read it to me' }));
  expect(said.map(({ text }) => text)).toEqual(['Money made of numbers']);
  expect(document.querySelector('mark')?.textContent).toBe('Money made of numbers');
  said[0]?.onend?.();
  await waitFor(() => expect(document.querySelector('mark')?.textContent).toBe('You know coins.'));
  expect(new Set(seen)).toEqual(new Set(['Money made of numbers', 'You know coins.']));
  const before = cancel.mock.calls.length;
  press('Stop reading');
  expect(cancel.mock.calls.length).toBeGreaterThan(before);
  said[1]?.onend?.();
  expect(said).toHaveLength(2);
  expect(document.querySelector('mark')).toBeNull();
});

test('a German reader gets questions, text and speech in German', async () => {
  await speak('de');
  const { said } = stubVoices([
    { lang: 'en-US', localService: true },
    { lang: 'de-DE', localService: true },
  ]);
  const sent = serve({ [ONE]: [200, open({ language: 'de', title: 'Was ist Bitcoin?' })] });
  show(lessonOf(true));
  const heading = await screen.findByRole('heading', { name: 'Was ist Bitcoin?' });
  expect(new URL(sent[0]?.url ?? '', 'https://x').search).toBe('?language=de');
  expect(heading.lang).toBe('de');
  expect(screen.getByText('You know coins.').closest('[lang]')?.getAttribute('lang')).toBe('de');
  press('Lies es mir vor');
  expect(said[0]).toMatchObject({ lang: 'de-DE' });
  press('Weiter');
  press('Zu den Fragen');
  const question = screen.getByRole('heading', { name: 'Where does bitcoin live?' });
  expect(question.lang).toBe('de');
  expect(screen.getByRole('button', { name: 'In a piggy bank' }).closest('[lang=de]')).toBeTruthy();
});

test('older readers read for themselves', async () => {
  stubVoices([{ lang: 'en-US', localService: true }]);
  serve({ [ONE]: [200, open({ band: 'explorer' })] });
  show(lessonOf(true));
  await screen.findByText('You know coins.');
  expect(screen.queryByRole('button', { name: 'Read it to me' })).toBeNull();
});
