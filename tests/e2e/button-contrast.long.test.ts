/**
 * Contrast of every kind of button on every surface, alone and nested, and on the real pay-day
 * slip.
 */
import { expect, test } from 'vitest';
import { openAs, shot, type View } from '../support/browser.ts';
import { faintButtons } from '../support/contrast.ts';
import { addChild, record } from '../support/family.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const { app, browser } = await appAndBrowser();

const VIEWS: View[] = [
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' },
  { width: 1280, theme: 'light' },
  { width: 1280, theme: 'dark' },
];
const OUTER = [
  '',
  'card',
  'card card-gold',
  'card card-blue',
  'card card-plum',
  'card card-brick',
  'cover',
];
const INNER = ['', 'card', 'card card-gold', 'card card-blue', 'pay-slip', 'dialog'];
const LOOKS = ['', 'btn-alt', 'btn-quiet', 'btn-gold', 'btn-danger'];

/** Draws each kind of button on each surface within each other; dialogs are drawn in place. */
const DRAW = `(() => {
  const main = document.querySelector('main');
  main.replaceChildren();
  const put = (tag, className, parent) => {
    const one = parent.appendChild(document.createElement(tag));
    one.className = className;
    return one;
  };
  for (const outer of ${JSON.stringify(OUTER)})
    for (const inner of ${JSON.stringify(INNER)}) {
      const lies = put('div', inner, put('div', outer, main));
      lies.style.position = 'static';
      for (const look of ${JSON.stringify(LOOKS)})
        put('button', 'btn ' + look, lies).textContent = look || 'act';
    }
})()`;

test.each(VIEWS)(
  'every button has enough contrast, on every surface and on the slip, at $width, $theme (DASH-27 CHILD-12)',
  async (view) => {
    const host = await app.signIn(`slip-${view.width}-${view.theme}@example.com`);
    await host.send('PATCH', '/api/family/settings', { timeZone: 'UTC' });
    const day = { allowanceDay: app.clock.now.getUTCDay() };
    const { id } = await addChild(host, { name: 'Mia', ...day });
    // Home after the first entry.
    await record(host, id, 'bonus', '0.00001');
    const { page, context } = await openAs(app, browser, host, view, '/dashboard');
    expect(await faintButtons(page)).toEqual([]);
    await page.getByRole('button', { name: 'Process Allowances' }).click();
    const slip = page.getByRole('region', { name: 'Pay day' });
    await slip.getByRole('button', { name: 'I have paid' }).waitFor();
    expect(await faintButtons(page)).toEqual([]);
    await shot(page, `slip-${view.width}-${view.theme}`);
    // The slip's style sheet loads with it.
    await page.evaluate(DRAW);
    expect(await page.locator('main .btn').count()).toBe(
      OUTER.length * INNER.length * LOOKS.length,
    );
    expect(await faintButtons(page)).toEqual([]);
    await context.close();
  },
);
