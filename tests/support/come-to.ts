/** Scrolls in a page: parts further down are loaded as they come near. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The part of the page with this heading. */
export const comeTo = (page: Page, name: string): Promise<Locator> =>
  readOnTo(page, page.getByRole('region', { name }));

/** A collapsed part: a single row until pressed. */
export async function openLine(page: Page, name: string): Promise<Locator> {
  const line = await readOnTo(page, page.getByRole('button', { name, exact: true }));
  if ((await line.getAttribute('aria-expanded')) !== 'true') await line.click();
  return comeTo(page, name);
}

export async function readOnTo(page: Page, part: Locator): Promise<Locator> {
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 600);
      if (!(await part.isVisible())) return false;
      // It may be redrawn in between; then it is looked for again.
      return part.scrollIntoViewIfNeeded().then(
        () => true,
        () => false,
      );
    })
    .toBe(true);
  return part;
}
