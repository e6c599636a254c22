/** The lab itself: a real chain, real payments, and failures on demand. */
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { HDKey } from '@scure/bip32';
import { p2tr, p2wpkh, Transaction } from '@scure/btc-signer';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { readConnection } from '../src/core/lightning/nwc.ts';
import { makeInvoice, payInvoice } from '../src/core/lightning/nwc-calls.ts';
import { openChannel, replyText, requestEvent } from '../src/core/lightning/nwc-channel.ts';
import { readReply, requestText } from '../src/core/lightning/nwc-reply.ts';
import { REGTEST, reversed, scriptHash, scriptOfAddress } from './chain/addresses.ts';
import { FAULTY, press } from './control.ts';

const lab = inject('lab');
const key = HDKey.fromMasterSeed(Buffer.alloc(32, 7));
const addressAt = (index: number) => {
  const { publicKey } = key.deriveChild(index);
  return p2wpkh(publicKey as Uint8Array, REGTEST).address as string;
};

async function esplora<Reply>(path: string): Promise<Reply> {
  return (await fetch(lab.esplora + path)).json() as Promise<Reply>;
}

afterEach(async () => {
  for (const service of FAULTY) await press(lab, 'heal', { service });
});

describe('the chain', () => {
  test('WALLET-LAB a payment waits, is confirmed, and waits again after a reorg', async () => {
    const address = addressAt(1);
    const { txid } = await press(lab, 'send', { payments: [{ address, sats: 150_000 }] });
    expect(await esplora(`/address/${address}`)).toMatchObject({
      chain_stats: { funded_txo_sum: 0 },
      mempool_stats: { funded_txo_sum: 150_000 },
    });
    await press(lab, 'mine', {});
    expect(await esplora(`/tx/${txid}/status`)).toMatchObject({ confirmed: true });
    await press(lab, 'reorg', {});
    expect(await esplora(`/tx/${txid}/status`)).toEqual({ confirmed: false });
    await press(lab, 'mine', {});
    expect(await esplora(`/address/${address}`)).toMatchObject({
      chain_stats: { funded_txo_sum: 150_000 },
    });
    await press(lab, 'reorg', { forget: true });
    expect((await fetch(`${lab.esplora}/tx/${txid}`)).status).toBe(404);
  });

  test('WALLET-LAB the node checks signatures, and Taproot outputs are watched', async () => {
    const own = key.deriveChild(2);
    const address = addressAt(2);
    const { txid } = await press(lab, 'send', { payments: [{ address, sats: 90_000 }] });
    const { vout } = await esplora<{ vout: { value: number }[] }>(`/tx/${txid}`);
    const spend = new Transaction();
    spend.addInput({
      txid: String(txid),
      index: vout.findIndex(({ value }) => value === 90_000),
      witnessUtxo: { script: scriptOfAddress(address), amount: 90_000n },
    });
    const taproot = p2tr((own.publicKey as Uint8Array).slice(1), undefined, REGTEST).address;
    spend.addOutputAddress(taproot as string, 89_000n, REGTEST);
    spend.sign(own.privateKey as Uint8Array);
    spend.finalize();
    const good = Buffer.from(spend.extract());
    const bad = Buffer.from(good);
    bad[bad.length - 50] = (bad[bad.length - 50] as number) ^ 1;
    const post = (raw: Buffer) =>
      fetch(`${lab.esplora}/tx`, { method: 'POST', body: raw.toString('hex') });
    expect((await post(bad)).status).toBe(400);
    expect((await post(good)).status).toBe(200);
    expect(await esplora(`/address/${taproot}`)).toMatchObject({
      mempool_stats: { funded_txo_sum: 89_000 },
    });
  });

  test('WALLET-LAB the Electrum server reports a change of a watched script at once', async () => {
    const [host, port] = lab.electrum.split(':');
    const socket = connect(Number(port), host);
    const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
    const address = addressAt(3);
    const hash = reversed(scriptHash(scriptOfAddress(address)));
    const ask = { id: 1, method: 'blockchain.scripthash.subscribe', params: [hash] };
    socket.write(`${JSON.stringify(ask)}\n`);
    expect(JSON.parse((await lines.next()).value as string)).toMatchObject({ result: null });
    await press(lab, 'send', { payments: [{ address, sats: 10_000 }] });
    expect(JSON.parse((await lines.next()).value as string)).toMatchObject({
      method: 'blockchain.scripthash.subscribe',
      params: [hash, expect.stringMatching(/^[0-9a-f]{64}$/)],
    });
    socket.destroy();
  });
});

/** One request to a wallet through its relay, with our own code on this side. */
async function ask<Params, Result>(
  uri: string,
  call: Parameters<typeof readReply<Params, Result>>[0],
  params: Params,
): Promise<Result> {
  const connection = readConnection(uri, { insecure: 'any' });
  const channel = openChannel(connection, 'nip44_v2');
  const now = Math.floor(Date.now() / 1000);
  const random = () => crypto.getRandomValues(new Uint8Array(32));
  const request = requestEvent(channel, requestText(call, params), {
    createdAt: now,
    expiresAt: now + 60,
    nonce: random(),
    auxRandom: random(),
  });
  const socket = new WebSocket(lab.relay);
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  const answer = new Promise<unknown>((resolve) => {
    socket.addEventListener('message', ({ data }) => {
      const [kind, , event] = JSON.parse(String(data));
      if (kind === 'EVENT') resolve(event);
    });
  });
  socket.send(JSON.stringify(['REQ', 'r', { kinds: [23195], '#e': [request.id] }]));
  socket.send(JSON.stringify(['EVENT', request]));
  const text = replyText(channel, request, await answer);
  socket.close();
  const reply = readReply(call, params, text);
  if (!reply.ok) throw Object.assign(new Error(reply.error.message), { code: reply.error.code });
  return reply.result;
}

describe('Lightning', () => {
  test('WALLET-LAB an invoice is paid over Nostr Wallet Connect, and its preimage fits', async () => {
    const invoice = await press(lab, 'invoice', { sats: 21_000, text: 'Mia, week 47' });
    const params = { invoice: String(invoice.bolt11) };
    await expect(ask(lab.nwc.receiveOnly, payInvoice, params)).rejects.toMatchObject({
      code: 'RESTRICTED',
    });
    const paid = await ask(lab.nwc.spending, payInvoice, params);
    const preimage = Buffer.from(String(paid.preimage), 'hex');
    expect(createHash('sha256').update(preimage).digest('hex')).toBe(invoice.hash);
  });

  test('WALLET-LAB a grandparent pays an invoice that the receive-only connection made', async () => {
    const [newest] = await esplora<{ timestamp: number }[]>('/blocks');
    const seconds = () => Math.floor(Date.now() / 1000);
    await expect.poll(seconds).toBeGreaterThan((newest?.timestamp ?? 0) + 1);
    const asked = seconds();
    const made = await ask(lab.nwc.receiveOnly, makeInvoice, {
      amountMsat: 5_000_000n,
      description: 'Birthday',
      expirySeconds: 600,
    });
    // However old the newest block is, by which LDK dates its invoices.
    expect(made.expiresAt).toBeGreaterThanOrEqual(asked + 600);
    expect(await press(lab, 'pay', { bolt11: made.text })).toMatchObject({
      hash: made.paymentHash,
    });
  });

  test('WALLET-LAB a Lightning address, the Hub and phoenixd answer, and fail as scripted', async () => {
    const [name, host] = lab.lightningAddress.split('@');
    const lnurl = () => fetch(`http://${host}/.well-known/lnurlp/${name}`);
    await press(lab, 'fail', { service: 'lnurl', fault: { kind: 'error', status: 503 }, times: 1 });
    expect((await lnurl()).status).toBe(503);
    expect(await (await lnurl()).json()).toMatchObject({ tag: 'payRequest' });
    const hub = await fetch(`${lab.hub.url}/api/balances`, {
      headers: { authorization: `Bearer ${lab.hub.readonlyToken}` },
    });
    expect(await hub.json()).toMatchObject({
      lightning: { totalSpendableSat: expect.any(Number) },
    });
    expect((await fetch(`${lab.phoenixd.url}/getbalance`)).status).toBe(401);
  });
});
