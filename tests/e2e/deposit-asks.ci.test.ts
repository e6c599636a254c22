/**
 * Home asks about a deposit: before the first entry and later, with a readable wallet and an
 * encrypted, locked one, on a phone and a laptop.
 */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Deposit } from '../../src/features/money/wallet/children/contract.ts';
import type { Visitor } from '../support/app.ts';
import { expectAccessible, openAs, shot, type View } from '../support/browser.ts';
import { comeTo } from '../support/come-to.ts';
import { addChild, getChild } from '../support/family.ts';
import { oldPayload } from '../support/vault-secrets.ts';
import { newWallet } from '../support/wallets.ts';
import { appAndBrowser } from '../support/with-browser.ts';

const { app, browser } = await appAndBrowser({
  chain: { network: 'testnet', server: undefined, hosts: [] },
});
const PHONE: View = { width: 390, theme: 'light' };
const LAPTOP: View = { width: 1280, theme: 'dark' };
const PROMISED = 'It pays what the book already promises';

/** A parent with one child, a wallet and an empty book. */
async function home(mode: 'standard' | 'encrypted') {
  const anna = await app.signIn(`${mode}-${randomUUID()}@example.com`);
  const { id } = await addChild(anna, { name: 'Mia', age: 9 });
  const wallet = newWallet();
  const { status } =
    mode === 'standard'
      ? await anna.send('POST', '/api/wallet/configure', { walletXpub: wallet.vpub })
      : await anna.send('POST', '/api/wallet/configure-encrypted', {
          encryptedSecrets: oldPayload({ walletXpub: wallet.vpub }, 'maple-orbit-lantern-417'),
          hasWallet: true,
          version: 0,
        });
  expect(status).toBe(200);
  return { anna, mia: id, address: wallet.address(1) };
}
type Home = Awaited<ReturnType<typeof home>>;

/** Writes a confirmed deposit as a scan of the chain would. */
const arrive = ({ mia, address }: Home, sats: number) => app.db.owner`
  INSERT INTO payment (family_id, payment_id, purpose, txid, vout, script_hash, address,
    amount_sats, state, height, child_id, created_at, seen_at, ended_at)
  SELECT family_id, ${randomUUID()}, 'deposit', ${randomUUID()}, 0, ${address}, ${address}, ${sats},
    'paid', 100, child_id, ${app.clock.now}, ${app.clock.now}, ${app.clock.now}
  FROM child WHERE child_id = ${mia}`;
const deposits = async (who: Visitor) => (await who.get('/api/wallet/deposits')).body as Deposit[];
const savings = async ({ anna, mia }: Home) => (await getChild(anna, mia)).savingsBalance;
test.each([
  ['standard', PHONE],
  ['standard', LAPTOP],
  ['encrypted', PHONE],
  ['encrypted', LAPTOP],
] as const)('a deposit is asked about on Home, %s, %o (DASH-17)', async (mode, view) => {
  const family = await home(mode);
  const { anna } = family;
  await arrive(family, 12_000);
  const { page, context, origin, problems } = await openAs(app, browser, anna, view, '/dashboard');
  const look = async (what: string) => {
    await expectAccessible(page, `a deposit, ${mode}, ${what}`);
    await shot(page, `deposit-${mode}-${view.width}-${what}`);
  };
  const panel = page.getByRole('region', { name: 'One thing needs you' });
  await panel.getByText('12,000 sats arrived: Mia’s?').waitFor();
  await page.getByRole('heading', { name: 'Three steps to the first pay day' }).waitFor();
  await page.getByRole('heading', { name: 'Family wallet' }).waitFor();
  if (mode === 'encrypted') await look('first-day-locked');
  // The book promises nothing yet.
  expect(await panel.getByRole('button', { name: PROMISED }).count()).toBe(0);
  if (mode === 'standard') {
    await look('first-day');
    await panel.getByRole('button', { name: 'Write them down' }).click();
    await page.getByText('Recent activity').waitFor();
    expect(await savings(family)).toBe('0.00012000');
  } else {
    const answer = `/api/wallet/deposits/${(await deposits(anna))[0]?.id}/answer`;
    await anna.send('POST', answer, { childId: family.mia });
  }

  // Later the parents top up the wallet to the promised amount.
  app.clock.advance(60_000);
  await arrive(family, 40_000);
  await page.goto(`${origin}/requests`);
  await panel.getByText('40,000 sats arrived: Mia’s?').waitFor();
  await look('later');
  await panel.getByRole('button', { name: PROMISED }).click();
  await page.getByText('Already in the book').waitFor();
  await look('answered');
  expect(await savings(family)).toBe('0.00012000');
  expect((await deposits(anna)).map(({ state }) => state)).toEqual(['promised', 'booked']);
  await page.goto(`${origin}/dashboard`);
  await comeTo(page, 'Family wallet');
  expect(await page.getByText(/needs? you/).count()).toBe(0);
  await look('home');
  expect(problems).toEqual([]);
  await context.close();
});
