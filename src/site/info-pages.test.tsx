/** The words and links of the info pages, and the donations' copy buttons. */
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SIGHTS } from '#core/vault/sight.ts';
import { MessagesProvider } from '#web/messages/messages-provider.tsx';
import { startCopying } from './site-copy.ts';
import { SITE_PAGES } from './site-pages.tsx';

function open(path: string) {
  const Body = SITE_PAGES.find((page) => page.path === path)?.Body;
  if (!Body) throw new Error(`There is no page ${path}`);
  const drawn = renderToStaticMarkup(
    <MessagesProvider>
      <Body />
    </MessagesProvider>,
  );
  document.body.replaceChildren(document.createRange().createContextualFragment(drawn));
}

const words = () => (document.querySelector('main')?.textContent ?? '').replaceAll(/\s+/g, ' ');
const links = () =>
  [...document.querySelectorAll('main a')].map((a) => `${a.textContent} ${a.getAttribute('href')}`);

test('the guide has a Home button and leads to demo, wizard and, if set, the source (INFO-01 INFO-02)', () => {
  open('/how-it-works');
  expect(document.querySelector('header a.btn[href="/"]')?.textContent).toBe('Home');
  expect(links()).toEqual([
    'Try Demo /demo',
    'Setup wizard /setup-wizard',
    'Read the source {{sourceUrl}}',
  ]);
  expect(document.querySelector('x-when[name="sourceUrl"] a')).not.toBeNull();
});

test('the guide says who does what, that it is free, and what may come (INFO-03 INFO-04 PLAT-02 PLAT-05 PLAT-06)', () => {
  open('/how-it-works');
  for (const sentence of [
    'Parents approve withdrawals and goal allocations.',
    'Parents set allowances and spending limits.',
    'Children request withdrawals.',
    'Children create personal goals.',
    'The core is free to use. It is supported by voluntary donations, value for value',
    'Lightning is accounting-only',
    'self-hosting',
    'hardware wallet and multisig key management',
    'a privacy analytics dashboard',
  ])
    expect(words()).toContain(sentence);
});

test('the wizard explains encryption, two ways, and where each begins (INFO-05 INFO-06 INFO-07)', () => {
  open('/setup-wizard');
  expect(words()).toContain('it happens in your browser');
  expect(words()).toContain('Accounting only');
  expect(words()).toContain('Default');
  expect(words()).toContain('Advanced, optional');
  expect(links()).toEqual([
    'Go to Dashboard /dashboard',
    'Set up Lightning /lightning-setup',
    'Try the encryption demo /encryption-demo',
    'What the server can see /encryption-options',
  ]);
});

test('the options name both modes, and what the server sees in each (VAULT-01 VAULT-02)', () => {
  open('/encryption-options');
  for (const sentence of [
    'Zero-knowledge mode',
    'Recommended for families',
    'Client-side encryption of wallet data with a personal passphrase.',
    'Standard mode',
    'Server-side encryption.',
  ])
    expect(words()).toContain(sentence);
  const shown = [...document.querySelectorAll('[data-sight]')].map((row) => [
    row.getAttribute('data-sight'),
    ...[...row.querySelectorAll('dd')].map((mark) => mark.className.replace('sight-', '')),
  ]);
  expect(shown).toEqual(SIGHTS.map(({ what, standard, encrypted }) => [what, standard, encrypted]));
  expect(words()).toContain('could still ship you a changed page; to rule that out, host it');
});

test.each(['/encryption-options', '/encryption-demo'])(
  '%s has a place for the wizard, and tells visitors to sign in (VAULT-41 VAULT-42 VAULT-59)',
  (path) => {
    open(path);
    expect(document.querySelectorAll('[data-wizard]')).toHaveLength(1);
    expect(document.querySelector('.wizard-visitor')?.textContent).toBe(
      'You must be logged in to configure an encrypted Bitcoin wallet.Sign in',
    );
    expect(links()).toContain('Sign in /onboarding');
  },
);

test('privacy and security says what is kept, for how long, and leads home (INFO-08)', () => {
  open('/privacy-security');
  const titles = [...document.querySelectorAll('h2')].map((title) => title.textContent);
  expect(titles).toEqual([
    'What is kept',
    'For how long',
    'Who can see it',
    'How it is protected',
    'In your browser',
    'Counting visits',
  ]);
  expect(links()).toContain('Back to Home /');
});

test('three drawings in 24, 32 and 48 px, and the way back (INFO-09 INFO-10)', () => {
  open('/logo-demo');
  const options = [...document.querySelectorAll('[data-logo]')];
  expect(options).toHaveLength(3);
  const drawings = options.map((option) => {
    const marks = [...option.querySelectorAll('svg')];
    expect(marks.map((mark) => mark.getAttribute('width'))).toEqual(['24', '32', '48']);
    return marks[0]?.innerHTML;
  });
  expect(new Set(drawings).size).toBe(3);
  expect(links()).toEqual(['Back to Home /']);
});

test('donations: mission, value for value, how they help, two ways home (INFO-11 INFO-12 INFO-17 INFO-18)', () => {
  open('/donations');
  expect(words()).toContain('Our mission');
  expect(words()).toContain('Value for value');
  expect(words()).toContain('How donations help');
  expect(document.querySelector('header a.btn[href="/"]')?.textContent).toBe('Home');
  expect(links()).toEqual(['Back to Home /']);
});

test('each address is shown with its code only if it is set, otherwise the page says so (INFO-13 INFO-14)', () => {
  open('/donations');
  const inside = (name: string) => document.querySelector(`x-when[name="${name}"]`)?.textContent;
  expect(inside('donationAddress')).toContain('Bitcoin payment code');
  expect(inside('donationAddress')).toContain('{{donationAddressQr}}{{donationAddress}}Copy');
  expect(inside('donationLightning')).toContain('Lightning address');
  expect(inside('donationLightning')).toContain('{{donationLightningQr}}{{donationLightning}}Copy');
  expect(copyButtons().map((button) => button.dataset.copy)).toEqual([
    '{{donationAddress}}',
    '{{donationLightning}}',
  ]);
  expect(document.querySelector('x-unless[name="donations"]')?.textContent).toContain(
    'no donation address',
  );
});

const clipboard = { writeText: vi.fn<(text: string) => Promise<void>>() };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { clipboard });
  clipboard.writeText.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const copyButtons = () => [...document.querySelectorAll<HTMLButtonElement>('button[data-copy]')];
const copyButton = () => copyButtons()[0] as HTMLButtonElement;
const label = () => copyButton().querySelector('[data-words]')?.textContent;
const toast = () => document.querySelector('[data-toast]')?.textContent;

test('a closed clipboard says "Copy failed" and the button promises nothing (INFO-16)', async () => {
  open('/donations');
  startCopying();
  clipboard.writeText.mockRejectedValueOnce(new Error('denied'));
  copyButton().click();
  await vi.advanceTimersByTimeAsync(0);
  expect(toast()).toBe('Copy failed');
  expect(label()).toBe('Copy');
});

test('copying says "Copied!" for two seconds, in a message, and as an event (INFO-15 INFO-16 INFO-19)', async () => {
  const events: unknown[] = [];
  const listen = (event: Event) => events.push((event as CustomEvent).detail);
  window.addEventListener('satling:event', listen);
  open('/donations');
  startCopying();
  clipboard.writeText.mockResolvedValue();
  copyButton().click();
  await vi.advanceTimersByTimeAsync(0);
  expect(clipboard.writeText).toHaveBeenCalledWith('{{donationAddress}}');
  expect(label()).toBe('Copied!');
  expect(toast()).toBe('Copied!');
  expect(events).toEqual([{ name: 'donation_address_copied' }]);
  await vi.advanceTimersByTimeAsync(1999);
  expect(label()).toBe('Copied!');
  await vi.advanceTimersByTimeAsync(1);
  expect(label()).toBe('Copy');
  window.removeEventListener('satling:event', listen);
});
