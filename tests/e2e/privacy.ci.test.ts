/** The browser's own data on /privacy, and the family's on Family Overview. */
import { expect, test } from 'vitest';
import { expectAccessible, VIEWS, visit } from '../support/browser.ts';
import { signInContext } from '../support/sign-in.ts';
import { programAndBrowser } from '../support/with-browser.ts';

const { program, browser } = await programAndBrowser();

test.each(VIEWS)(
  '/privacy for a visitor at $width px, $theme (PRIV-40 PRIV-41 PLAT-41)',
  async (view) => {
    const { page, context, problems, requests } = await visit(browser, program.origin, view);
    await page.goto(`${program.origin}/privacy`);
    await page.getByRole('heading', { name: 'On this device' }).waitFor();
    await page.getByRole('switch', { name: /Store transaction history/ }).click();
    await page.locator('.toast-title', { hasText: 'Privacy Setting Updated' }).waitFor();
    await expectAccessible(page, `/privacy at ${view.width} ${view.theme}`);
    expect(requests.filter((line) => line.includes('/api/'))).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  },
);

test('"Delete All Data" empties this browser and reloads the page, without a call (PRIV-26 PRIV-27 PRIV-38)', async () => {
  const view = { width: 390, theme: 'light' } as const;
  const { page, context, problems, requests } = await visit(browser, program.origin, view);
  await page.goto(`${program.origin}/privacy`);
  await page.getByRole('switch', { name: /Allow analytics/ }).click();
  const kept = () => page.evaluate('Object.keys(localStorage)');
  expect(await kept()).toContain('satling_privacy');
  await page.evaluate('window.isTheSamePage = true');
  // The page reloads a second later; storage is recorded when the words appear.
  const { promise: left, resolve } = Promise.withResolvers<string>();
  await page.exposeFunction('note', resolve);
  await page.evaluate(`new MutationObserver(() => {
    if (document.body.textContent.includes('Nothing of Satling is left in this browser.'))
      window.note(JSON.stringify(Object.keys(localStorage)));
  }).observe(document.body, { subtree: true, childList: true, characterData: true })`);
  await page.getByRole('button', { name: 'Delete All Data' }).click();
  const dialog = page.getByRole('alertdialog');
  const reloaded = page.waitForEvent('load');
  await dialog.getByRole('button', { name: 'Delete All Data' }).click();
  expect(await left).toBe('[]');
  await reloaded;
  expect(await page.evaluate('window.isTheSamePage')).toBeUndefined();
  await page.getByRole('heading', { name: 'On this device' }).waitFor();
  expect(await page.getByRole('switch', { name: /Allow analytics/ }).isChecked()).toBe(false);
  // The visit was allowed; all else would be a call.
  const calls = requests.filter((line) => line.includes('/api/') && !line.includes('/api/visits'));
  expect(calls).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

test('a parent sees what is kept, takes a backup and deletes old entries (PRIV-01 DASH-15 PRIV-03 PRIV-05)', async () => {
  const view = { width: 1280, theme: 'light' } as const;
  const { page, context, problems } = await visit(browser, program.origin, view);
  await signInContext(context, program, 'vera@example.com');
  await page.goto(`${program.origin}/dashboard?view=overview`);
  await page.getByRole('button', { name: 'Data privacy and management' }).click();
  const panel = page.getByRole('article').filter({ hasText: 'Data privacy and management' });
  await panel.getByText('Entries kept').waitFor();
  for (const part of [
    'Keep entries for',
    'Automatic pruning',
    'Download Backup',
    'Delete Old Data',
  ])
    await panel.getByText(part).first().waitFor();
  await panel.getByRole('link', { name: 'privacy and security settings' }).waitFor();
  await panel.getByRole('button', { name: 'Delete Old Data' }).click();
  const dialog = page.getByRole('alertdialog');
  await expectAccessible(page, 'the deletion warning');
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Cancel');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download & Delete' }).click();
  expect((await download).suggestedFilename()).toMatch(/^satling-backup-\d{4}-\d\d-\d\d\.csv$/);
  await page.locator('.toast-title', { hasText: 'Data Pruned Successfully' }).waitFor();
  await expectAccessible(page, 'Family Overview with the privacy panel');
  expect(problems).toEqual([]);
  await context.close();
});

test('on a phone the warning appears above the dialog, and covers none of its words (PRIV-22 PRIV-03)', async () => {
  const view = { width: 390, theme: 'light' } as const;
  const { page, context } = await visit(browser, program.origin, view);
  await signInContext(context, program, 'vera-phone@example.com');
  await page.goto(`${program.origin}/settings?page=data`);
  await page.getByRole('button', { name: 'Delete Old Data' }).click();
  const title = page.getByRole('alertdialog').getByRole('heading', { name: 'Delete old data?' });
  const toast = page.locator('.toast').filter({ hasText: 'Data Deletion Warning' });
  await toast.waitFor();
  const top = async () => (await title.boundingBox())?.y ?? 0;
  const bottom = async () => {
    const box = await toast.boundingBox();
    return box ? box.y + box.height : 0;
  };
  await expect.poll(async () => (await top()) - (await bottom())).toBeGreaterThanOrEqual(0);
  // The dialog makes everything else inert, so the toast offers nothing to press.
  expect(await toast.getByRole('button').count()).toBe(0);
  // The text being read does not move when the toast goes.
  const during = await top();
  await toast.waitFor({ state: 'detached' });
  expect(await top()).toBe(during);
  await context.close();
});
