/** Goals with the longest titles, at twice the text size. */
import { expect, test } from 'vitest';
import { expectAccessible, openAs, sample, shot } from '../support/browser.ts';
import { familyOf } from '../support/goal-pages.ts';
import { addGoal, contribute } from '../support/goals.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const { app, browser } = await appAndBrowser();

test.each(sample([7, 11, 15]))(
  'at %i the longest title fits at twice the text size (GOAL-08)',
  async (age) => {
    const { host, kid } = await familyOf(app, age, `long-${age}`);
    const goal = await addGoal(host, {
      title: `${'Donaudampfschiff'.repeat(6)}fund`.slice(0, 100),
    });
    await contribute(host, goal.id, { amount: '0.00099', contributionType: 'gift' });
    await addGoal(kid, { title: 'A wish of my own that is quite long to read' });
    for (const path of ['/family-goals', '/dashboard']) {
      const { page, context, problems } = await openAs(
        app,
        browser,
        kid,
        { width: 390, theme: 'light' },
        path,
      );
      await page.getByText('Donaudampfschiff').first().waitFor();
      await expectAccessible(page, `${age} ${path}`);
      await shot(page, `longest-title-${age}-${path.slice(1)}`);
      await page.evaluate("document.documentElement.style.fontSize = '200%'");
      await expectAccessible(page, `${age} ${path} 200%`);
      await shot(page, `longest-title-${age}-${path.slice(1)}-200`);
      expect(problems).toEqual([]);
      await context.close();
    }
  },
);
