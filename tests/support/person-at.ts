/** A person at a page, with counted fields and presses. */
import type { Page } from 'playwright-core';
import { expectAccessible, shot } from './browser.ts';

/** @param story names the pictures */
export function personAt(page: Page, story: string) {
  const effort = { fields: 0, presses: 0 };
  return {
    effort,
    fill: (label: string | RegExp, text: string) => {
      effort.fields += 1;
      return page.getByLabel(label).first().fill(text);
    },
    press: (name: string | RegExp) => {
      effort.presses += 1;
      return page
        .getByRole('button', { name })
        .or(page.getByRole('link', { name }))
        .filter({ visible: true })
        .first()
        .click();
    },
    choose: (name: string | RegExp) => {
      effort.presses += 1;
      return page.getByRole('radio', { name }).check();
    },
    sees: (text: string | RegExp) =>
      page.getByText(text).filter({ visible: true }).first().waitFor(),
    look: async (what: string) => {
      await expectAccessible(page, what);
      await shot(page, `${story}-${what}`);
    },
  };
}

export type Person = ReturnType<typeof personAt>;
