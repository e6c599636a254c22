/** Places of lessons: the tiles of a child's book, the sheet of stamps, the parents' dialog. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { aLesson, all, DAY, LIST, MIA, saving } from '#tests/web/lessons.ts';
import { noneSent, refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import { i18n } from '#web/messages/i18n.ts';
import { speak } from '#web/messages/speak.ts';
import { WaysProvider } from '#web/ui/page-link.tsx';
import { clearToasts } from '#web/ui/toast-store.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { LearnCard } from './learn-card.tsx';
import { ProgressPanel } from './progress-panel.tsx';
import { StampSheet } from './stamp-sheet.tsx';

afterEach(() => {
  clearToasts();
  i18n.activate('en');
  vi.unstubAllGlobals();
});

/** As if the tiles were scrolled into view: jsdom has no screen. */
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

test('a tile whose lesson is not published only says Coming Soon (CHILD-40)', async () => {
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

test('both tiles lead to their lessons, and say which stamp is there (CHILD-38 CHILD-39)', async () => {
  lookAtOnce();
  serve({ [LIST]: [200, all([aLesson({ doneAt: DAY, byChild: true }), saving()])] });
  show(<LearnCard childId={MIA} />);
  screen.getByRole('heading', { name: 'Learn About Bitcoin' });
  const bitcoin = await screen.findByRole('link', {
    name: /^What is Bitcoin\?.*Stamped/,
  });
  expect(bitcoin.textContent).toContain('5 min');
  expect(bitcoin.getAttribute('href')).toBe(`/lessons/what-is-bitcoin?child=${MIA}`);
  const tile = screen.getByRole('link', { name: /^Saving vs Spending/ });
  expect(tile.textContent).toContain('3 min');
  expect(tile.textContent).not.toContain('Stamped');
  expect(screen.getByRole('link', { name: 'All lessons' }).getAttribute('href')).toBe(
    `/lessons?child=${MIA}`,
  );
  expect(screen.queryByText('Coming Soon')).toBeNull();
});

test('once both are stamped, the tiles are the next two lessons', async () => {
  lookAtOnce();
  const stamped = { doneAt: DAY, byChild: true } as const;
  const more = ['What is a sat?', 'Keys and secrets'].map((title, i) =>
    aLesson({ slug: `lesson-${i}`, order: 3 + i, title, minutes: 3 + i }),
  );
  serve({ [LIST]: [200, all([aLesson(stamped), saving(stamped), ...more])] });
  show(<LearnCard childId={MIA} />);
  const next = await screen.findByRole('link', { name: /^What is a sat\?/ });
  expect(next.getAttribute('href')).toBe(`/lessons/lesson-0?child=${MIA}`);
  expect(screen.getByRole('link', { name: /^Keys and secrets4 min$/ })).toBeTruthy();
  expect(screen.queryByText(/Stamped/)).toBeNull();
});

test('where there are no lessons, as in the demo, there are no tiles', async () => {
  const sent = serve({});
  show(
    <WaysProvider value={() => undefined}>
      <LearnCard childId={MIA} />
    </WaysProvider>,
  );
  expect(screen.queryByText('Learn About Bitcoin')).toBeNull();
  await noneSent(sent);
});

test('nothing is loaded before the tiles are in view; until then they lead to their lessons', async () => {
  const sent = serve({ [LIST]: [200, all([])] });
  show(<LearnCard childId={MIA} />);
  await noneSent(sent);
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
    'Saving vs Spending3 minUp next',
  ]);
  expect(places.map((place) => place.getAttribute('aria-current'))).toEqual([null, 'step']);
  expect(screen.getByText('Your grown-ups can see your stamps.')).toBeTruthy();
});

test('a grown-up takes back a stamp they gave; the child, and a child’s own stamp, have no such button', async () => {
  const stamped = [
    aLesson({ doneAt: DAY, byChild: true }),
    saving({ doneAt: DAY, byChild: false }),
  ];
  const TAKE = `DELETE /api/children/${MIA}/lessons/saving-vs-spending`;
  const sent = serve({
    [LIST]: [
      [200, all(stamped)],
      [200, all(stamped)],
      [200, all([aLesson({ doneAt: DAY, byChild: true }), saving()])],
    ],
    [TAKE]: [refusal(409, 'Not now'), [200, { success: true }]],
  });
  show(<StampSheet childId={MIA} isChild timeZone="Europe/Berlin" />);
  await screen.findByText('Your grown-ups can see your stamps.');
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();
  show(<StampSheet childId={MIA} isChild={false} timeZone="Europe/Berlin" />);
  const back = await screen.findByRole('button', { name: /^Take the stamp back/ });
  expect(back.getAttribute('aria-label')).toBe('Take the stamp back: Saving vs Spending');
  fireEvent.click(back);
  await screen.findByText('Not now');
  fireEvent.click(back);
  await screen.findByRole('link', { name: 'Saving vs Spending3 minUp next' });
  expect(screen.queryByRole('button')).toBeNull();
  expect(document.activeElement?.getAttribute('href')).toContain('/lessons/saving-vs-spending');
  expect(sentTo(sent, TAKE)).toHaveLength(2);
});

test('tiles, sheet and dialog ask in the language of the page and name it (CHILD-38)', async () => {
  await speak('es');
  lookAtOnce();
  const lessons = [aLesson({ title: '¿Qué es Bitcoin?' })];
  const sent = serve({ [LIST]: [200, all(lessons, { language: 'es' })] });
  show(
    <>
      <LearnCard childId={MIA} />
      <StampSheet childId={MIA} isChild timeZone="Europe/Madrid" />
      <ProgressPanel childId={MIA} timeZone="Europe/Madrid" />
    </>,
  );
  const place = await screen.findByText('¿Qué es Bitcoin?', { selector: '.stamp-place strong' });
  expect(place.lang).toBe('es');
  expect(sent.map(({ url }) => url.split('?')[1])).toEqual(['language=es']);
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
