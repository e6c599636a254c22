/**
 * The pictures of README: three screens and one pay day, of the play family with a wallet of the
 * lab. `npm run pictures` retakes them; other runs only check for the texts they show.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readChainServer } from '#server/adapters/chain/server.ts';
import { scanContext } from '../../src/app/workers.ts';
import { watchChain } from '../../src/features/money/wallet/watch.ts';
import { press } from '../../testkit/control.ts';
import type { Visitor } from '../support/app.ts';
import { enterAs } from '../support/browser.ts';
import { startLabProcess } from '../support/lab-process.ts';
import { movingPicture } from '../support/moving-picture.ts';
import { OPERATOR, playPeople } from '../support/play-people.ts';
import { newWallet } from '../support/wallets.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const { info: lab, stop } = await startLabProcess();
afterAll(stop);
const world = await appAndBrowser({
  at: '2026-11-13T15:00:00Z',
  admins: [OPERATOR],
  chain: { network: 'regtest', server: readChainServer(`tcp://${lab.electrum}`), hosts: [] },
});
const { app, browser } = world;
const wallet = newWallet('regtest');
let people: Map<string, Visitor>;

beforeAll(async () => {
  people = await playPeople(app);
  const anna = people.get('parent') as Visitor;
  await anna.send('POST', '/api/wallet/configure', { walletXpub: wallet.vpub });
  // More than the books promise, including the next pay day.
  await press(lab, 'send', { payments: [{ address: wallet.address(0), sats: 900_000 }] });
  await press(lab, 'mine', {});
  await watchChain(scanContext(app.services, app.services.jobs));
}, 300_000);

const DAY_MS = 86_400_000;

/** Folder for pictures, if any. */
const folder = process.env.PICTURES;
const MOST_BYTES = { picture: 150_000, moving: 1_000_000 };

function keep(name: string, png: Buffer): void {
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), png);
}

/** The visible part, from the top. */
const take = (page: Page) => page.screenshot({ caret: 'initial' });

const seen = (page: Page, text: string | RegExp) =>
  page.getByText(text).filter({ visible: true }).first().waitFor();

const COVERED = /^Covered$/;

test.each([
  {
    name: 'parent',
    who: 'parent',
    path: '/dashboard',
    texts: [/^Mia, 8/, /^Leo, 12/, /^Ida, 16/, COVERED],
  },
  { name: 'child', who: 'Mia', path: '/dashboard', texts: [/^Hi, Mia/] },
  { name: 'coverage', who: 'parent', path: '/coverage', texts: [COVERED] },
])('the picture of $name shows what is there', async ({ name, who, path, texts }) => {
  for (const theme of ['light', 'dark'] as const) {
    const view = { width: 390, theme, isPhone: true } as const;
    const visited = await enterAs(app, browser, people.get(who) as Visitor, view);
    const { page, context, origin, problems } = visited;
    await page.goto(origin + path);
    for (const text of texts) await seen(page, text);
    const png = await take(page);
    expect(png.length).toBeLessThan(MOST_BYTES.picture);
    keep(`${name}-${theme}.png`, png);
    expect(problems).toEqual([]);
    await context.close();
  }
});

test('the animated picture: pay day comes, the child’s book has it, and it is covered', async () => {
  app.clock.advance(DAY_MS);
  const view = { width: 390, theme: 'light', isPhone: true } as const;
  const frames: Buffer[] = [];
  const parent = await enterAs(app, browser, people.get('parent') as Visitor, view);
  const { page, origin } = parent;
  await page.goto(`${origin}/dashboard`);
  await seen(page, 'Process Allowances');
  frames.push(await take(page));
  await page.getByRole('button', { name: 'Process Allowances' }).first().click();
  await seen(page, 'Allowances Processed');
  frames.push(await take(page));
  const mia = await enterAs(app, browser, people.get('Mia') as Visitor, view);
  await mia.page.goto(`${origin}/dashboard`);
  await seen(mia.page, /^Hi, Mia/);
  frames.push(await take(mia.page));
  await page.goto(`${origin}/coverage`);
  await seen(page, COVERED);
  frames.push(await take(page));
  const moving = movingPicture(frames, 2.5);
  expect(moving.length).toBeLessThan(MOST_BYTES.moving);
  keep('pay-day.png', moving);
  for (const one of [parent, mia]) await one.context.close();
});

test('README shows these pictures and no others', () => {
  const named = readFileSync('README.md', 'utf8').matchAll(/docs\/pictures\/([\w-]+\.png)/g);
  const pairs = ['parent', 'child', 'coverage'].flatMap((name) => [
    `${name}-dark.png`,
    `${name}-light.png`,
  ]);
  expect([...new Set([...named].map(([, name]) => name))].sort()).toEqual(
    [...pairs, 'pay-day.png'].sort(),
  );
});
