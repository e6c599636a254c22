/**
 * Contrast in every state of the demo family, found by pressing every button on every surface, and
 * of a real pay-day slip, in both themes.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openAs, shot, type View, visit } from '../support/browser.ts';
import { expectContrast } from '../support/contrast.ts';
import { addChild } from '../support/family.ts';
import { setPayoutPlan } from '../support/payouts.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const { app, browser, origin } = await appAndBrowser();

const WIDTHS: View['width'][] = [390, 1280];
const THEMES = ['light', 'dark'] as const;

/** The path to each surface in the demo, and the presses there. */
const SURFACES: [path: string, presses: readonly string[]][] = [
  ['/', []],
  ['/demo', []],
  ['/demo', ['Mia, 9']],
  ['/demo', ['Leo, 12']],
  ['/demo', ['Child View']],
  ['/demo', ['Child View', 'Mia']],
  ['/demo', ['Child View', 'Leo']],
  ['/demo', ['Child View', 'Ida']],
  ['/demo-goals', []],
  ['/demo-coverage', []],
];
/** Surfaces only looked at, as those above have the same buttons. */
const ONLY_SEEN = ['/demo > Mia, 9', '/demo > Leo, 12', '/demo > Child View > Ida'];
const KIDS = /Mia|Leo|Ida/g;

const CASES = WIDTHS.flatMap((width) =>
  SURFACES.map(
    ([path, presses]) => [width, [path, ...presses].join(' > '), [path, ...presses]] as const,
  ),
);
/** Buttons already pressed at each width; the same button leads to the same place everywhere. */
const seenAt = new Map(WIDTHS.map((width) => [width, new Set<string>()]));

test.each(CASES)(
  'at %i px the words have enough contrast in every state of %s (DEMO-01 CHILD-12)',
  async (width, surface, way) => {
    const { page, context, problems } = await visit(browser, origin, { width, theme: 'light' });
    const seen = seenAt.get(width) as Set<string>;
    await come(page, way);
    await look(page, way);
    const names = ONLY_SEEN.includes(surface) ? [] : await newButtons(page, seen);
    for (const name of names) {
      await come(page, [...way, name]);
      await look(page, [...way, name]);
      // Continues only inside a dialog; on a page it would start over with the same surface.
      if ((await page.locator('dialog[open]').count()) === 0) continue;
      for (const inner of await newButtons(page, seen)) {
        await come(page, [...way, name, inner]);
        await look(page, [...way, name, inner]);
      }
    }
    expect(problems).toEqual([]);
    await context.close();
  },
);

/** Opens a fresh demo and presses what leads to the surface. */
async function come(page: Page, [path, ...presses]: readonly string[]) {
  await page.goto(origin + path);
  await page.locator('h1, h2').first().waitFor();
  await settled(page);
  for (const name of presses) {
    await topmost(page).then((root) => control(root, name).first().dispatchEvent('click'));
    await settled(page);
  }
}

const topmost = async (page: Page) => {
  const dialog = page.locator('dialog[open]').last();
  return (await dialog.count()) > 0 ? dialog : page.locator('body');
};

const control = (root: ReturnType<Page['locator']>, name: string) =>
  (['button', 'link', 'radio', 'tab', 'switch'] as const)
    .map((role) => root.getByRole(role, { name }))
    .reduce((all, one) => all.or(one))
    .filter({ visible: true });

const settled = (page: Page) =>
  expect.poll(() => page.locator('.skeleton, [aria-busy="true"]').count()).toBe(0);

const NAMES = `(() => {
  const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  return [...root.querySelectorAll('button:enabled:not([aria-disabled="true"])')]
    .filter((one) => one.checkVisibility())
    .map((one) => (one.ariaLabel ?? one.innerText).split('\\n')[0].trim());
})()`;

/** Names of buttons not pressed yet; one child represents all. */
async function newButtons(page: Page, seen: Set<string>): Promise<string[]> {
  const names = await page.evaluate<string[]>(NAMES);
  const fresh = names.filter((name) => {
    // Changing the unit renames every amount, and the browser remembers it.
    const key = name.replaceAll(KIDS, '*').replace(/^.*Change unit$/, 'unit');
    if (name === '' || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  return fresh;
}

async function look(page: Page, way: readonly string[]) {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectContrast(page, `${colorScheme}: ${way.join(' > ')}`);
  }
}

test.each(WIDTHS)(
  '%i px: words have enough contrast in every state of the pay-day slip (CHILD-12 T26)',
  async (width) => {
    const host = await app.signIn(`contrast-${width}@example.com`);
    await host.send('PATCH', '/api/family/settings', { timeZone: 'UTC' });
    const day = { allowanceDay: app.clock.now.getUTCDay() };
    const [mia] = [
      await addChild(host, { name: 'Mia', age: 6, ...day }),
      await addChild(host, { name: 'Leo', age: 15, ...day }),
    ];
    await setPayoutPlan(host, mia.id, 'vault');
    const view = { width, theme: 'light' } as const;
    const { page, context } = await openAs(app, browser, host, view, '/dashboard');
    const slip = page.getByRole('region', { name: 'Pay day' });
    const lookAt = async (state: string) => {
      await look(page, ['slip', state]);
      await shot(page, `slip-${state}-${width}`);
    };
    await page.getByRole('button', { name: 'Process Allowances' }).click();
    await slip.getByRole('button', { name: 'I have paid' }).waitFor();
    await lookAt('recorded');
    await slip.getByRole('button', { name: 'I have paid' }).click();
    await slip.getByText('Marked as paid.').waitFor();
    await lookAt('paid');
    await slip.getByRole('button', { name: 'Close' }).click();
    app.clock.advance(7 * 86_400_000);
    const again = await openAs(
      app,
      browser,
      await app.signIn(`contrast-${width}@example.com`),
      view,
      '/dashboard',
    );
    const next = again.page.getByRole('region', { name: 'Pay day' });
    await again.page.getByRole('button', { name: 'Process Allowances' }).click();
    await next.getByRole('button', { name: 'Undo' }).click();
    await next.getByText('All of it is taken back').waitFor();
    await look(again.page, ['slip', 'taken back']);
    await shot(again.page, `slip-undone-${width}`);
    await again.context.close();
    await context.close();
  },
);
