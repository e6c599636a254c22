/**
 * A person without a mouse: everything is reached with Tab, has a visible focus, and is done with
 * Enter, Space and the arrows. The test itself clicks and focuses nothing.
 */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** More stops than any page has: an element not reached by then is not in the tab order. */
const STOPS = 120;

type Box = { top: number; bottom: number; width: number };
type Style = { outlineStyle: string; outlineWidth: string };
type Node = {
  ownerDocument: {
    activeElement: unknown;
    defaultView: { innerHeight: number; getComputedStyle: (node: Node) => Style };
  };
  matches: (selector: string) => boolean;
  closest: (selector: string) => Node | null;
  getBoundingClientRect: () => Box;
};
const isActive = (node: Node) => node === node.ownerDocument.activeElement;

/** It, or the label around it, has a focus ring that is on the screen. */
function isSeen(node: Node): boolean {
  const view = node.ownerDocument.defaultView;
  const rings = [node, node.closest('label'), node.closest('.amount-row')].filter((one) => {
    if (!one) return false;
    const { outlineStyle, outlineWidth } = view.getComputedStyle(one);
    const { top, bottom, width } = one.getBoundingClientRect();
    const isDrawn = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    return isDrawn && width > 8 && bottom > 0 && top < view.innerHeight;
  });
  return node.matches(':focus-visible') && rings.length > 0;
}

export function keysOf(page: Page) {
  const key = (name: string) => page.keyboard.press(name);
  const hasFocus = (target: Locator): Promise<boolean> => target.evaluate(isActive);
  const tabTo = async (target: Locator, what: string) => {
    await target.waitFor({ state: 'attached' });
    for (let stop = 0; !(await hasFocus(target)); stop += 1) {
      expect(stop, `${what} is not reached with Tab`).toBeLessThan(STOPS);
      await key('Tab');
    }
    // A page scrolls to the focus, which takes a moment.
    await expect
      .poll(() => target.evaluate(isSeen), { message: `${what} has the focus, and it is not seen` })
      .toBe(true);
  };
  /** Elements behind an open dialog must be unreachable. */
  const reachable = async () => {
    const dialog = page.locator('dialog[open]');
    return (await dialog.count()) > 0 ? dialog.last() : page.locator('body');
  };
  const named = async (name: string | RegExp) => {
    const root = await reachable();
    return root
      .getByRole('button', { name })
      .or(root.getByRole('link', { name }))
      .filter({ visible: true })
      .first();
  };
  return {
    key,
    tabTo,
    press: async (name: string | RegExp) => {
      await tabTo(await named(name), String(name));
      await key('Enter');
    },
    fill: async (label: string | RegExp, text: string) => {
      const root = await reachable();
      await tabTo(root.getByLabel(label).filter({ visible: true }).first(), String(label));
      await page.keyboard.type(text);
    },
    /** A group of radios is one stop; the arrows move within it. */
    choose: async (name: string | RegExp) => {
      const wanted = page.getByRole('radio', { name }).filter({ visible: true }).first();
      const group = await wanted.getAttribute('name');
      const all = page.locator(`input[type=radio][name="${group}"]`);
      const checked = all.and(page.locator(':checked'));
      await tabTo((await checked.count()) > 0 ? checked : all.first(), `the group of ${name}`);
      const arrow = (await isBefore(all, wanted)) ? 'ArrowLeft' : 'ArrowRight';
      for (let step = 0; !(await hasFocus(wanted)); step += 1) {
        expect(step, `${name} is not reached with the arrows`).toBeLessThan(12);
        await key(arrow);
      }
      if (!(await wanted.isChecked())) await key('Space');
    },
    sees: (text: string | RegExp) =>
      page.getByText(text).filter({ visible: true }).first().waitFor(),
    /** Closing something returns the focus to what opened it. */
    standsAt: (name: string | RegExp) =>
      expect
        .poll(async () => hasFocus(await named(name)), { message: `the focus is back at ${name}` })
        .toBe(true),
    standsOn: (target: Locator, what: string) =>
      expect.poll(() => hasFocus(target), { message: `the focus is at ${what}` }).toBe(true),
    /** Escape closes the open dialog. */
    closes: async () => {
      const open = page.locator('dialog[open]');
      await open.last().waitFor();
      await key('Escape');
      await open.waitFor({ state: 'detached' });
    },
  };
}

/** Whether a radio comes before the focused one. */
async function isBefore(all: Locator, wanted: Locator): Promise<boolean> {
  for (const one of await all.all()) {
    if (await one.evaluate(isActive)) return false;
    if ((await one.getAttribute('value')) === (await wanted.getAttribute('value'))) return true;
  }
  return false;
}

export type Keys = ReturnType<typeof keysOf>;
