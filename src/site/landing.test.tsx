/** The home page: its fixed words, its two states, and what it never does. */
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aUser } from '#tests/web/replies.ts';
import { fakeApi, noneSent, type Reply, refusal, type Sent } from '#tests/web/support.tsx';
import { MessagesProvider } from '#web/messages/messages-provider.tsx';
import { Landing } from './landing.tsx';
import { LANDING_BOOT } from './landing-boot.ts';
import { startLanding } from './landing-script.ts';
import { fill } from './server/fill.ts';
import { siteValues } from './server/site-settings.ts';
import { startEvents } from './site-events.ts';

const MEMBER: Reply = [200, aUser()];
let replies: (Reply | Promise<Reply>)[];
let sent: Sent[];

beforeEach(() => {
  replies = [];
  sent = fakeApi(async () => replies.shift());
  drawPage();
});

function drawPage() {
  document.body.innerHTML = renderToStaticMarkup(
    <MessagesProvider>
      <Landing />
    </MessagesProvider>,
  );
}

afterEach(() => {
  document.body.innerHTML = '';
  // biome-ignore lint/suspicious/noDocumentCookie: the hint is a plain cookie
  document.cookie = 'signed_in=; max-age=0';
  delete document.documentElement.dataset.auth;
});

function signIn() {
  // biome-ignore lint/suspicious/noDocumentCookie: the hint is a plain cookie
  document.cookie = 'signed_in=1';
}

const words = () => document.body.textContent ?? '';
const buttons = () => [...document.querySelectorAll<HTMLAnchorElement>('a[data-cta]')];
const said = () => buttons().map((link) => `${link.textContent} ${link.getAttribute('href')}`);
const members = ['Go to Dashboard /dashboard', 'Go to Dashboard /dashboard'];
const visitors = ['Sign in /onboarding', 'Get Started /onboarding'];

test('name, headline about families and Bitcoin, and free (LAND-04 LAND-05 LAND-06)', () => {
  expect(document.querySelector('header')?.textContent).toContain('Satling');
  expect(document.querySelector('header svg')).not.toBeNull();
  expect(document.querySelector('h1')?.textContent).toContain('Bitcoin');
  expect(words()).toContain('empowering families in the Bitcoin economy');
  expect(words()).toContain('Free. No subscription. Run on donations.');
});

test.each([
  [false, 'Free. No subscription. Run on donations.', 'Nothing; it runs on donations'],
  [
    true,
    'Free at its core. Hosted reminders can be bought.',
    'The book is free; hosted reminders can be bought',
  ],
])(
  'a server that sells something (%s) says what is true of it, twice (LAND-06 LAND-10 BILL-01)',
  (sells, ...said) => {
    document.body.innerHTML = fill(
      document.body.innerHTML,
      siteValues('https://book.example', {}, sells),
    );
    const costs = [
      ...document.querySelectorAll('.free, .compare tbody tr:nth-child(3) td:first-of-type'),
    ];
    expect(costs.map(({ textContent }) => textContent)).toEqual(said);
  },
);

test('the three feature cards (LAND-07 LAND-08 LAND-09)', () => {
  const titles = [...document.querySelectorAll('.feature h2')].map((title) => title.textContent);
  expect(titles).toEqual([
    'Your Keys Your Bitcoin',
    'Complete Family Management',
    'Real Lightning Education',
  ]);
});

test('the comparison is a real table of four questions and three answers (LAND-10)', () => {
  const rows = [...document.querySelectorAll('.compare tbody tr')];
  expect(rows.map((row) => row.querySelectorAll('td').length)).toEqual([3, 3, 3, 3]);
  expect(document.querySelectorAll('.compare [scope="row"]')).toHaveLength(4);
  expect(document.querySelectorAll('.compare [scope="col"]')).toHaveLength(3);
});

test('exactly four large buttons (LAND-11 LAND-13 LAND-14 LAND-15 LAND-16)', () => {
  const large = [...document.querySelectorAll('main a, main button')];
  expect(
    large.map((link) => [
      link.querySelector('strong')?.textContent ?? link.textContent,
      link.getAttribute('href'),
    ]),
  ).toEqual([
    ['Get Started', '/onboarding'],
    ['Try Demo', '/demo'],
    ['How It Works', '/how-it-works'],
    ['Bitcoin Education', '/blog'],
  ]);
});

test('a press of the other three is named as an event of the page (LAND-22 LAND-23 LAND-24)', () => {
  const events: unknown[] = [];
  const listen = (event: Event) => events.push((event as CustomEvent).detail.name);
  const stay = (event: Event) => event.preventDefault();
  window.addEventListener('satling:event', listen);
  window.addEventListener('click', stay);
  startEvents();
  for (const href of ['/demo', '/how-it-works', '/blog'])
    document.querySelector<HTMLElement>(`main a[href="${href}"]`)?.click();
  document.querySelector<HTMLElement>('footer a[href="/blog"]')?.click();
  document.querySelector<HTMLElement>('footer a[href="/donations"]')?.click();
  window.removeEventListener('satling:event', listen);
  window.removeEventListener('click', stay);
  expect(events).toEqual(['cta_demo_access', 'cta_learn_more', 'blog_accessed', 'blog_accessed']);
});

test('the foot leads to the blog, to privacy and to support (LAND-17 LAND-18 LAND-19)', () => {
  const links = [...document.querySelectorAll('footer a')];
  expect(links.map((link) => `${link.textContent} ${link.getAttribute('href')}`)).toEqual([
    'Bitcoin Education Blog /blog',
    'Privacy & Security /privacy-security',
    'Support /donations',
  ]);
});

test('the Loading screen shows before the first paint only with the cookie (LAND-02)', () => {
  // biome-ignore lint/security/noGlobalEval: this is the inline script itself
  const boot = () => globalThis.eval(LANDING_BOOT);
  boot();
  expect(document.documentElement.dataset.auth).toBeUndefined();
  signIn();
  boot();
  expect(document.documentElement.dataset.auth).toBe('loading');
  expect(document.querySelector('.loading')?.textContent).toBe('Loading');
});

test('without the cookie nothing is requested and the button says Get Started (LAND-13)', async () => {
  await startLanding();
  await noneSent(sent);
  expect(said()).toEqual(visitors);
});

test('a stale cookie, answered 401, and a lost network both mean not signed in (LAND-03 LAND-13)', async () => {
  signIn();
  replies.push(refusal(401, 'Authentication required'));
  await startLanding();
  expect(said()).toEqual(visitors);
  replies.push('offline');
  await startLanding();
  expect(said()).toEqual(visitors);
  expect(document.documentElement.dataset.auth).toBeUndefined();
});

test('Loading until the answer, then Go to Dashboard (LAND-02 LAND-12)', async () => {
  signIn();
  const { promise, resolve } = Promise.withResolvers<Reply>();
  replies.push(promise);
  const started = startLanding();
  expect(document.documentElement.dataset.auth).toBe('loading');
  expect(said()).toEqual(visitors);
  resolve(MEMBER);
  await started;
  expect(sent[0]?.url).toBe('/api/auth/user');
  expect(said()).toEqual(members);
  expect(document.documentElement.dataset.auth).toBeUndefined();
});

test('cached answers are cleared, other keys are kept (LAND-20)', async () => {
  localStorage.setItem('satling_theme', 'dark');
  localStorage.setItem('satling_cache.query', '{}');
  sessionStorage.setItem('satling_cache.user', '{}');
  await startLanding();
  expect(Object.keys(localStorage)).toEqual(['satling_theme']);
  expect(sessionStorage).toHaveLength(0);
});

test('a click is named as an event of the page, and only there (LAND-21 LAND-25)', async () => {
  const events: unknown[] = [];
  const listen = (event: Event) => events.push((event as CustomEvent).detail);
  const stay = (event: Event) => event.preventDefault();
  window.addEventListener('satling:event', listen);
  window.addEventListener('click', stay);
  await startLanding();
  buttons()[1]?.click();
  signIn();
  replies.push(MEMBER);
  drawPage();
  await startLanding();
  buttons()[1]?.click();
  window.removeEventListener('satling:event', listen);
  window.removeEventListener('click', stay);
  expect(events).toEqual([{ name: 'cta_get_started', step: 1 }, { name: 'cta_dashboard_access' }]);
  expect(sent).toHaveLength(1);
});
