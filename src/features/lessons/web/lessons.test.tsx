/** Lessons on the screen: tiles, the sheet of stamps, a text with its questions, and the stamp. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Lesson, Lessons, OpenLesson } from '#features/lessons/contract.ts';
import { refusal, sentTo, serve, show } from '#web/test-support.tsx';
import { clearToasts } from '#web/ui/toast-store.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { LearnCard } from './learn-card.tsx';
import { OneLesson } from './one-lesson.tsx';
import { ProgressPanel } from './progress-panel.tsx';
import { StampSheet } from './stamp-sheet.tsx';

const MIA = '0190c6e4-1a2b-7c3d-8e4f-000000000001';
const LIST = `GET /api/children/${MIA}/lessons`;
const ONE = `GET /api/children/${MIA}/lessons/what-is-bitcoin`;
const FINISH = `POST /api/children/${MIA}/lessons/what-is-bitcoin`;
const DAY = '2026-11-18T12:00:00.000Z';

afterEach(() => {
  clearToasts();
  vi.unstubAllGlobals();
});

const aLesson = (over: Partial<Lesson> = {}): Lesson => ({
  slug: 'what-is-bitcoin',
  order: 1,
  title: 'What is Bitcoin?',
  minutes: 5,
  doneAt: null,
  byChild: null,
  talkAbout: [],
  ...over,
});
const saving = (over: Partial<Lesson> = {}) =>
  aLesson({
    slug: 'saving-vs-spending',
    order: 2,
    title: 'Saving vs Spending',
    minutes: 3,
    ...over,
  });
const all = (lessons: Lesson[], over: Partial<Lessons> = {}): Lessons => ({
  childId: MIA,
  childName: 'Mia',
  band: 'starter',
  lessons,
  ...over,
});

const words = (text: string, href: string | null = null) => [{ text, bold: false, href }];
const open = (over: Partial<OpenLesson> = {}): OpenLesson => ({
  ...aLesson(),
  band: 'starter',
  body: [
    { kind: 'heading', lines: [words('Money made of numbers')] },
    { kind: 'paragraph', lines: [words('You know coins.'), words('Bitcoin is money too.')] },
    { kind: 'heading', lines: [words('Try it tonight')] },
    { kind: 'bullets', lines: [words('Open your book.')] },
  ],
  questions: [
    {
      question: 'Where does bitcoin live?',
      choices: ['In a piggy bank', 'On many computers', 'In one big bank'],
      answer: 1,
      explanation: 'Many computers keep the same list.',
    },
    {
      question: 'Who is the boss of Bitcoin?',
      choices: ['No one', 'A king', 'A shop'],
      answer: 0,
      explanation: 'People share the rules, with no boss.',
    },
  ],
  ...over,
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const lessonOf = (isChild: boolean): ReactNode => (
  <OneLesson slug="what-is-bitcoin" childId={MIA} childName="Mia" isChild={isChild} />
);
const answerAll = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'In a piggy bank' }));
  press('Next question');
  press('No one');
  press('Done');
};

/** Somebody looks at the tiles: jsdom has no screen to scroll. */
function lookAtOnce() {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly tell: (all: { isIntersecting: boolean }[]) => void;
      constructor(tell: (all: { isIntersecting: boolean }[]) => void) {
        this.tell = tell;
      }
      observe() {
        this.tell([{ isIntersecting: true }]);
      }
      disconnect() {}
    },
  );
}

test('CHILD-40 a tile whose lesson is not published only says Coming Soon', async () => {
  lookAtOnce();
  serve({ [LIST]: [200, all([aLesson()])] });
  show(
    <>
      <LearnCard childId={MIA} />
      <Toaster />
    </>,
  );
  const tile = await screen.findByRole('button', { name: /^Saving vs Spending/ });
  fireEvent.click(tile);
  await screen.findByText('Coming Soon', { selector: '[role=status]' });
  expect(screen.queryByRole('link', { name: /^Saving vs Spending/ })).toBeNull();
});

test('CHILD-38 CHILD-39 both tiles lead to their lessons, and say which stamp is there', async () => {
  lookAtOnce();
  serve({ [LIST]: [200, all([aLesson({ doneAt: DAY, byChild: true }), saving()])] });
  show(<LearnCard childId={MIA} />);
  screen.getByRole('heading', { name: 'Learn About Bitcoin' });
  const bitcoin = await screen.findByRole('link', {
    name: /^What is Bitcoin\?.*You have this stamp/,
  });
  expect(bitcoin.textContent).toContain('5 min');
  expect(bitcoin.getAttribute('href')).toBe(`/lessons/what-is-bitcoin?child=${MIA}`);
  const tile = screen.getByRole('link', { name: /^Saving vs Spending/ });
  expect(tile.textContent).toContain('3 min');
  expect(tile.textContent).not.toContain('You have this stamp');
  expect(screen.getByRole('link', { name: 'All lessons' }).getAttribute('href')).toBe(
    `/lessons?child=${MIA}`,
  );
  expect(screen.queryByText('Coming Soon')).toBeNull();
});

test('nobody asks before somebody looks; until then the tiles lead to their lessons', () => {
  const sent = serve({ [LIST]: [200, all([])] });
  show(<LearnCard childId={MIA} />);
  expect(sent).toEqual([]);
  expect(screen.getByRole('link', { name: /^Saving vs Spending/ })).toBeTruthy();
});

test('the sheet has a place for each lesson and says when one was read', async () => {
  serve({ [LIST]: [200, all([aLesson({ doneAt: DAY, byChild: true }), saving()])] });
  show(<StampSheet childId={MIA} isChild timeZone="Europe/Berlin" />);
  await screen.findByRole('heading', { name: 'My lessons', level: 1 });
  expect(screen.getByText('1 of 2 stamps')).toBeTruthy();
  const places = within(screen.getByRole('list', { name: 'All lessons' })).getAllByRole('link');
  expect(places.map(({ textContent }) => textContent)).toEqual([
    'What is Bitcoin?Read on Wed, Nov 18',
    'Saving vs Spending3 min',
  ]);
  expect(screen.getByText('Your grown-ups can see your stamps.')).toBeTruthy();
});

test('a lesson that is not there says so and leads back', async () => {
  serve({ [ONE]: refusal(404, 'There is no such lesson') });
  show(lessonOf(true));
  await screen.findByText('There is no such lesson');
  expect(screen.getByRole('link', { name: 'All lessons' })).toBeTruthy();
});

test('after any answer comes the explanation, the right choice is named, and nothing changes it', async () => {
  serve({ [ONE]: [200, open()] });
  show(lessonOf(true));
  fireEvent.click(await screen.findByRole('button', { name: 'In a piggy bank' }));
  expect(screen.getByRole('status').textContent).toBe(
    'Not this one. Many computers keep the same list.',
  );
  const right = screen.getByRole('button', { name: 'On many computers right' });
  fireEvent.click(right);
  expect(screen.getByRole('button', { name: 'In a piggy bank your answer' })).toBeTruthy();
  expect(screen.getByRole('status').textContent).toContain('Not this one.');
  press('Next question');
  expect(document.activeElement?.textContent).toBe('Who is the boss of Bitcoin?');
  press('No one');
  expect(screen.getByRole('status').textContent).toContain('Yes, that is it.');
});

test('a stamp that could not be given is asked for again with the same answers', async () => {
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

test('a lesson read once more keeps its stamp and sends nothing', async () => {
  const sent = serve({ [ONE]: [200, open({ doneAt: DAY, byChild: true })] });
  show(lessonOf(true));
  await answerAll();
  await screen.findByText('You have this stamp already. It stays.');
  expect(sentTo(sent, FINISH)).toEqual([]);
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
  expect(sentTo(sent, FINISH)).toEqual([]);
  press('I only had a look');
  await screen.findByText('Nothing was kept.');
  expect(sentTo(sent, FINISH)).toEqual([]);
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
  fireEvent.click(await screen.findByRole('button', { name: 'the paper' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'You are leaving Satling' }));
  const out = dialog.getByRole('link', { name: 'Open bitcoin.org' });
  expect(out.getAttribute('href')).toBe('https://bitcoin.org/bitcoin.pdf');
  expect(out.getAttribute('rel')).toContain('noreferrer');
  fireEvent.click(dialog.getByRole('button', { name: 'Stay here' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('parents read what was read and what to talk about', async () => {
  const read = aLesson({ doneAt: DAY, byChild: true, talkAbout: ['Who is the boss of Bitcoin?'] });
  serve({ [LIST]: [200, all([read, saving({ doneAt: DAY, byChild: false })])] });
  show(<ProgressPanel childId={MIA} timeZone="Europe/Berlin" />);
  await screen.findByText('2 of 2 lessons read');
  expect(
    screen.getByText('Read on Wed, Nov 18. Good to talk about: Who is the boss of Bitcoin?'),
  ).toBeTruthy();
  expect(screen.getByText('Read with a grown-up on Wed, Nov 18')).toBeTruthy();
});

/** The browser's voices: what was said, and a way to end the line. */
function stubVoices(voices: Partial<SpeechSynthesisVoice>[]) {
  const said: { text: string; onend: (() => void) | undefined }[] = [];
  const cancel = vi.fn();
  vi.stubGlobal('SpeechSynthesisUtterance', function (this: { text: string }, text: string) {
    this.text = text;
  });
  vi.stubGlobal('speechSynthesis', {
    getVoices: () => voices,
    speak: (one: { text: string; onend: () => void }) => said.push(one),
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
  const { said, cancel } = stubVoices([{ lang: 'en_US', localService: true }]);
  serve({ [ONE]: [200, open()] });
  show(lessonOf(true));
  fireEvent.click(await screen.findByRole('button', { name: 'Read it to me' }));
  expect(said.map(({ text }) => text)).toEqual(['Money made of numbers']);
  expect(document.querySelector('mark')?.textContent).toBe('Money made of numbers');
  said[0]?.onend?.();
  await waitFor(() => expect(document.querySelector('mark')?.textContent).toBe('You know coins.'));
  const before = cancel.mock.calls.length;
  press('Stop reading');
  expect(cancel.mock.calls.length).toBeGreaterThan(before);
  said[1]?.onend?.();
  expect(said).toHaveLength(2);
  expect(document.querySelector('mark')).toBeNull();
});

test('older readers read by themselves', async () => {
  stubVoices([{ lang: 'en-US', localService: true }]);
  serve({ [ONE]: [200, open({ band: 'explorer' })] });
  show(lessonOf(true));
  await screen.findByText('You know coins.');
  expect(screen.queryByRole('button', { name: 'Read it to me' })).toBeNull();
});
