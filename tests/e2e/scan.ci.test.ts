/** A QR code held in front of the camera is read as if it had been typed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import encodeQR from 'qr';
import { afterAll, expect, test } from 'vitest';
import { ON_REGTEST, startApp } from '../support/app.ts';
import { launch, openAs } from '../support/browser.ts';
import { addChild } from '../support/family.ts';
import { startReceiver } from '../support/live-wallets.ts';
import { startScripted, typedFor } from '../support/scripted-wallets.ts';

const folder = mkdtempSync(join(tmpdir(), 'satling-camera-'));
const app = await startApp({ at: new Date().toISOString(), ...ON_REGTEST });
await app.app.listen({ port: 0, host: '127.0.0.1' });
const receiver = await startReceiver(() => new Date());
const wallet = await startScripted('nwc');
afterAll(async () => {
  for (const one of [wallet, receiver, app]) await one.close();
  rmSync(folder, { recursive: true });
});

const [WIDTH, HEIGHT] = [640, 480];

/** The camera's picture: a gray room (YUV4MPEG2) with the QR code of this text. */
function cameraThatSees(text: string): string {
  const rows = encodeQR(text, 'raw', { border: 4, scale: 6 });
  const luma = Buffer.alloc(WIDTH * HEIGHT, 120);
  const [top, left] = [(HEIGHT - rows.length) >> 1, (WIDTH - rows.length) >> 1];
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries()) luma[(top + y) * WIDTH + left + x] = isDark ? 20 : 235;
  const frame = [Buffer.from('FRAME\n'), luma, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)];
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  const file = join(folder, `${text.length}.y4m`);
  writeFileSync(file, Buffer.concat([head, ...frame, ...frame]));
  return file;
}

const CAMERA = '--use-fake-device-for-media-stream';

async function openSend(args: string[], email: string) {
  const browser = await launch({ args });
  const anna = await app.signIn(email);
  expect(
    (await anna.send('POST', '/api/lightning/connect', typedFor(wallet.settings))).status,
  ).toBe(200);
  const { id } = await addChild(anna);
  await anna.send('POST', `/api/lightning/sync-balance/${id}`, { newBalance: 10_000 });
  const view = { width: 390, theme: 'light' } as const;
  const { page } = await openAs(app, browser, anna, view, `/children/${id}`);
  await page.getByRole('button', { name: /^Lightning Receive/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Mia’s Lightning' });
  await dialog.getByRole('tab', { name: 'Send' }).click();
  await dialog.getByRole('button', { name: 'Scan a QR code' }).click();
  return { browser, page, dialog };
}

test('without permission for the camera, the page says so, and the text can be typed', async () => {
  const { browser, page, dialog } = await openSend([CAMERA], 'refused@example.com');
  await page.getByText('can’t use the camera').waitFor();
  await page.getByRole('dialog', { name: 'Scan a QR code' }).getByLabel('Close').click();
  await dialog.getByLabel('Invoice or Lightning address').fill('shop@example.com');
  await browser.close();
});

test('an address read by the camera is asked for an invoice, which is shown before anything is paid (LN-09)', async () => {
  const address = receiver.addressOf('shop');
  const args = [CAMERA, '--use-fake-ui-for-media-stream'];
  args.push(`--use-file-for-fake-video-capture=${cameraThatSees(`lightning:${address}`)}`);
  const { browser, page, dialog } = await openSend(args, 'reads@example.com');
  const field = dialog.getByLabel('Invoice or Lightning address');
  await expect.poll(() => field.inputValue()).toBe(address);
  expect(await page.getByRole('dialog', { name: 'Scan a QR code' }).count()).toBe(0);
  await dialog.getByRole('textbox', { name: /^Amount/ }).fill('700');
  await dialog.getByRole('button', { name: 'Check' }).click();
  await dialog.getByRole('button', { name: 'Pay 700 sats' }).click();
  await page.getByRole('alertdialog', { name: `Send to ${address}?` }).waitFor();
  expect(wallet.asked()).toBe(0);
  await browser.close();
});
