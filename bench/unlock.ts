/**
 * How long a parent waits from "Unlock" until the encrypted wallet is open, against Web Crypto
 * alone (the same rounds, the same ciphertext) in the same page, and the longest task of the
 * page's thread meanwhile. Each round is a new load of Home.
 */
import { createCipheriv, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { newHeader, ROUNDS, type VaultPayload, writePayload } from '#core/vault/payload.ts';
import { connect } from '#server/db/database.ts';
import { cookieOf, startApp } from './support/app.ts';
import { launch } from './support/browser.ts';
import { type BenchServer, startServer } from './support/database.ts';
import { ordinaryFamily } from './support/families.ts';
import { log, median, report } from './support/measure.ts';

const LOADS = Number(process.env.BENCH_ROUNDS ?? 7);
const WORDS = 'maple-orbit-lantern-pebble-cactus-violin-417';
const KEY =
  'vpub5Y6cjg78GGuNLsaPhmYsiw4gYX3HoQiRBiSwDaBXKUafCt9bNwWQiitDk5VZ5BVxYnQdwoTyXSs2JHRPAgjAvtbBrf8ZhDYe2jWAqvZVnsc';

/** Presses the button, and takes the time when its dialog goes. */
const UNLOCK = `new Promise((resolve) => {
  const tasks = [0];
  const watch = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  });
  watch.observe({ type: 'longtask' });
  const dialog = document.querySelector('dialog');
  const button = dialog.querySelector('button[type=submit]');
  const begun = performance.now();
  new MutationObserver((_, observer) => {
    if (dialog.isConnected) return;
    observer.disconnect();
    const ms = performance.now() - begun;
    // Tasks are told of when they have ended.
    setTimeout(() => resolve({ ms, longTask: Math.max(...tasks) }), 200);
  }).observe(document.body, { childList: true, subtree: true });
  button.click();
})`;

const server = await startServer();
try {
  await bench(server);
} finally {
  await server.close();
}

async function bench(on: BenchServer): Promise<void> {
  const db = connect(await on.fresh());
  const { familyId, session } = await ordinaryFamily(db);
  const app = await startApp(db);
  const browser = await launch();
  const origin = `http://localhost:${app.port}`;
  const { payload, bare } = sealed(familyId);
  try {
    await save(origin, session, payload);
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const common = { domain: 'localhost', path: '/', secure: true, sameSite: 'Lax' as const };
    await context.addCookies([
      { name: '__Host-session', value: session, httpOnly: true, ...common },
      { name: 'signed_in', value: '1', ...common },
    ]);
    const page = await context.newPage();
    await look(page, origin, bare); // warms up
    const loads: Look[] = [];
    while (loads.length < LOADS) loads.push(await look(page, origin, bare));
    const of = (pick: (one: Look) => number) => median(loads.map(pick));
    const [ours, alone] = [of(({ unlock }) => unlock), of((one) => one.bare)];
    log(`Medians of ${LOADS}: ${ours.toFixed(0)} ms, Web Crypto alone ${alone.toFixed(0)} ms`);
    const ratio = of((one) => one.unlock / one.bare);
    report('unlock: from the press to the open wallet / Web Crypto alone', ratio, '≤ 1.05');
    const longest = of(({ longTask }) => longTask);
    report('unlock: longest task of the page meanwhile, ms', longest, '≤ 50');
  } finally {
    await browser.close();
    await app.close();
    await db.close();
  }
}

/** In ms; `longTask` is 0 where none took 50. */
type Look = { unlock: number; bare: number; longTask: number };

async function look(page: Page, origin: string, bare: string): Promise<Look> {
  await page.goto(`${origin}/dashboard`, { waitUntil: 'networkidle' });
  const dialog = page.getByRole('dialog', { name: 'Unlock Your Wallet' });
  await dialog.getByLabel('Passphrase').fill(WORDS);
  const alone = await page.evaluate<number>(bare);
  const { ms, longTask } = await page.evaluate<{ ms: number; longTask: number }>(UNLOCK);
  await page.getByText('Unlocked in this tab only').waitFor({ state: 'attached' });
  return { unlock: ms, bare: alone, longTask };
}

/** A payload that Node seals, and the script that opens it with Web Crypto and nothing else. */
function sealed(familyId: string): { payload: VaultPayload; bare: string } {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const { header, additionalData } = newHeader({ purpose: 'wallet', familyId });
  const cipher = createCipheriv('aes-256-gcm', pbkdf2Sync(WORDS, salt, ROUNDS, 32, 'sha256'), iv);
  cipher.setAAD(additionalData);
  const text = [cipher.update(JSON.stringify({ walletXpub: KEY })), cipher.final()];
  const ciphertext = Buffer.concat([...text, cipher.getAuthTag()]);
  const bytes = (of: Uint8Array) => `new Uint8Array([${[...of]}])`;
  const bare = `(async () => {
    const begun = performance.now();
    const words = new TextEncoder().encode('${WORDS}');
    const base = await crypto.subtle.importKey('raw', words, 'PBKDF2', false, ['deriveKey']);
    const from = { name: 'PBKDF2', hash: 'SHA-256', salt: ${bytes(salt)}, iterations: ${ROUNDS} };
    const aes = { name: 'AES-GCM', length: 256 };
    const key = await crypto.subtle.deriveKey(from, base, aes, false, ['decrypt']);
    const how = { name: 'AES-GCM', iv: ${bytes(iv)}, additionalData: ${bytes(additionalData)} };
    await crypto.subtle.decrypt(how, key, ${bytes(ciphertext)});
    return performance.now() - begun;
  })()`;
  return { payload: writePayload({ header, ciphertext, iv, salt }), bare };
}

async function save(origin: string, session: string, payload: VaultPayload): Promise<void> {
  const reply = await fetch(`${origin}/api/wallet/configure-encrypted`, {
    method: 'POST',
    headers: { cookie: cookieOf(session), origin, 'content-type': 'application/json' },
    body: JSON.stringify({ encryptedSecrets: payload, hasWallet: true }),
  });
  if (!reply.ok) throw new Error(`The wallet was not saved: ${await reply.text()}`);
}
