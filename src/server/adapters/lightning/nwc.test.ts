/** Nostr Wallet Connect, apart from the table: protocol versions, choice of relay, rights. */
import { afterAll, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import type { Script } from '#tests/support/provider-script.ts';
import { startScriptedNwc } from '#tests/support/scripted-nwc.ts';
import { openReceivingWallet, openWallet } from './open.ts';
import type { LightningReach } from './port.ts';

const reach: LightningReach = { network: 'regtest', rules: { trusted: ['127.0.0.1'] } };
const [modern, old] = await Promise.all([startScriptedNwc('44'), startScriptedNwc('04')]);
const silent = new WebSocketServer({ port: 0, host: '127.0.0.1' });
await new Promise((resolve) => silent.once('listening', resolve));
afterAll(async () => {
  await Promise.all([modern.close(), old.close()]);
  for (const socket of silent.clients) socket.terminate();
  silent.close();
});

async function describeOnce(wallet: typeof modern, script: Script, settings = wallet.settings) {
  wallet.play(script);
  const open = await openWallet(settings, reach);
  try {
    return await open.describe();
  } finally {
    open.close();
  }
}

test('without an info event, the wallet’s answer shows whether it speaks NIP-44 (T24)', async () => {
  for (const wallet of [modern, old])
    expect(await describeOnce(wallet, { hasInfo: false })).toMatchObject({ alias: 'Scripted' });
});

test('a relay that says nothing is not waited for while another has the wallet (T22 T24)', async () => {
  const { port } = silent.address() as { port: number };
  const { connectionString } = modern.settings as { connectionString: string };
  const both = connectionString.replace('?', `?relay=ws%3A%2F%2F127.0.0.1%3A${port}&`);
  const settings = { kind: 'nwc', connectionString: both } as const;
  expect(await describeOnce(modern, {}, settings)).toMatchObject({ canPay: true });
  await expect.poll(() => silent.clients.size).toBe(0);
});

test('a receive-only connection must have no paying method, whatever its name (T25)', async () => {
  const harmless = ['get_info', 'make_invoice', 'lookup_invoice', 'list_transactions'];
  for (const paying of ['pay_invoice', 'pay_keysend', 'multi_pay_invoice', 'pay', 'pay_anything']) {
    modern.play({ methods: [...harmless, paying] });
    const refused = openReceivingWallet(modern.settings, reach);
    await expect(refused, paying).rejects.toMatchObject({ code: 'CAN_PAY' });
  }
  modern.play({ methods: harmless });
  const receiving = await openReceivingWallet(modern.settings, reach);
  expect(receiving).not.toHaveProperty('pay');
  receiving.close();
});

test('the rest of a budget is known; no budget and an unreported one are distinguished (T25)', async () => {
  const budgetOf = async (script: Script) => (await describeOnce(modern, script)).budget;
  expect(await budgetOf({})).toEqual({ kind: 'unreported' });
  expect(await budgetOf({ budget: {} })).toEqual({ kind: 'unlimited' });
  const budget = { used_budget: 1_999_000, total_budget: 5_000_000, renewal_period: 'weekly' };
  const limited = { kind: 'limited', totalSats: 5_000n, renewalPeriod: 'weekly' };
  expect(await budgetOf({ budget })).toMatchObject({ ...limited, leftSats: 3_001n });
  const spent = { ...budget, used_budget: 6_000_000 };
  expect(await budgetOf({ budget: spent })).toMatchObject({ ...limited, leftSats: 0n });
});

test('a relay inside a network is refused before it is dialled (T20)', async () => {
  const { connectionString } = modern.settings as { connectionString: string };
  const strange = { network: 'regtest', rules: {} } as const;
  await expect(openWallet(modern.settings, strange)).rejects.toMatchObject({
    code: 'BAD_CONNECTION',
  });
  const inside = connectionString.replace(/relay=[^&]*/, 'relay=wss%3A%2F%2F169.254.169.254');
  const wallet = await openWallet({ kind: 'nwc', connectionString: inside }, strange);
  await expect(wallet.describe()).rejects.toMatchObject({ code: 'UNREACHABLE' });
});

test('a wallet on another network is reported (T23)', async () => {
  modern.play({});
  const wallet = await openWallet(modern.settings, { ...reach, network: 'signet' });
  await expect(wallet.describe()).rejects.toMatchObject({ code: 'OTHER_NETWORK' });
  wallet.close();
});
