/** Attacks from other sites, and through servers and keys that people type: T12, T20, T21, T48. */
import { setTimeout as sleep } from 'node:timers/promises';
import { newWallet } from '../support/wallets.ts';
import { callsOf, withId } from './calls.ts';
import { balancesOf } from './money.ts';
import { type Family, family } from './people.ts';
import { type Attack, hold } from './run.ts';
import type { World } from './world.ts';

const otherSite: Attack = {
  threat: 'T12',
  tried: 'every changing call with a parent’s cookies, from another site and as forms send it',
  attack: async (world) => {
    const { parent, childId } = await family(world);
    const calls = (await callsOf(world)).filter(({ method }) => method !== 'GET');
    const foreign = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${world.origin}.evil.example` },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const { method, path } of calls)
      for (const headers of foreign) {
        const asked = { method, body: {}, headers };
        const { status } = await parent.ask(withId(path, childId), asked);
        hold(status === 403, `${method} ${path} from ${JSON.stringify(headers)}: ${status}`);
      }
    const entry = { childId, type: 'bonus', amount: '0.0001', description: 'Forged' };
    for (const kind of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
      await parent.ask('/api/transactions', {
        ...{ method: 'POST', body: JSON.stringify(entry) },
        headers: { 'content-type': kind },
      });
    for (const path of ['/api/transactions', '/api/auth/logout'])
      await parent.get(`${path}?${new URLSearchParams(entry)}`);
    const { total } = await balancesOf(parent, childId);
    hold(total === 0, `a form booked ${total} sats`);
    return `${calls.length * foreign.length} calls refused; no form and no address changed anything`;
  },
};

/** Hosts inside, in spellings that a careless check lets pass. */
const INSIDE = (port: number) => [
  ...[`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, `[::ffff:127.0.0.1]:${port}`],
  ...[`2130706433:${port}`, `0x7f.1:${port}`, `127。0。0。1:${port}`, `8.8.8.8@127.0.0.1:${port}`],
  ...['10.0.0.1', '192.168.1.1', '169.254.169.254', 'metadata.google.internal', 'router.lan'],
  ...['inside.satling-attack.org', 'router.satling-attack.org'],
];

const KEY = 'a'.repeat(64);
const PUSH_KEYS = {
  p256dh: Buffer.alloc(65, 4).toString('base64url'),
  auth: Buffer.alloc(16).toString('base64url'),
};

/** Every field that can name a server. */
async function nameEverywhere({ parent, childId }: Family, host: string) {
  const send = (method: string, path: string, body: object) => parent.send(method, path, body);
  await send('POST', '/api/wallet/configure', { walletXpub: newWallet('regtest').vpub });
  for (const url of [`https://${host}/api`, `http://${host}/api`]) {
    await send('PUT', '/api/wallet/source', { kind: 'esplora', url });
    await send('POST', '/api/wallet/scan-balance', {});
    for (const type of ['alby_hub', 'phoenixd'])
      await send('POST', '/api/lightning/connect', { type, url, token: KEY });
    await send('PUT', '/api/push', { endpoint: url, ...PUSH_KEYS });
    const goal = { title: 'A kite', description: 'Red', targetAmount: '0.001' };
    await send('POST', '/api/family-goals', { ...goal, imageUrl: `${url}/a.png` });
  }
  const electrum = { kind: 'electrum', url: `ssl://${host}` };
  await send('PUT', '/api/wallet/source', electrum);
  await send('POST', '/api/wallet/scan-balance', {});
  const relay = encodeURIComponent(`wss://${host}`);
  const token = `nostr+walletconnect://${KEY}?relay=${relay}&secret=${KEY}`;
  await send('POST', '/api/lightning/connect', { type: 'nwc', token });
  await send('POST', '/api/public/test-coinos', { connectionString: token });
  const to = `mia@${host}`;
  await send('POST', '/api/lightning/connect', { type: 'address', token: to });
  await send('POST', '/api/lightning/addresses', {
    ...{ parentAddress: to, childAddresses: { [childId]: to } },
  });
  await send('POST', '/api/lightning-addresses/setup', { addresses: { parent: to } });
}

const isInside = (dialled: string) => /^(10\.|192\.168\.|169\.254\.|::|fe80|fc|fd)/.test(dialled);

/** Connections to the inside; the program’s own database and mail server use other ports. */
const dialledInside = (world: World, since: number) =>
  world.dialledSince(since).filter((one) => isInside(one) || one.endsWith(`:${world.canary.port}`));

const insideNetwork: Attack = {
  threat: 'T20',
  tried: 'addresses inside the network as a wallet’s server, hub, relay, picture, push and payee',
  attack: async (world) => {
    const since = world.said().length;
    const hosts = INSIDE(world.canary.port);
    for (const host of hosts) await nameEverywhere(await family(world), host);
    await sleep(2_000);
    const dialled = dialledInside(world, since);
    hold(dialled.length === 0, `the program dialled ${dialled}`);
    hold(world.canary.calls() === 0, 'a server inside was called');
    return `of ${hosts.length} hosts, each in 12 places, none was dialled`;
  },
};

const turningName: Attack = {
  threat: 'T21',
  tried: 'a name that is public when it is checked and inside the network when it is dialled',
  attack: async (world) => {
    const since = world.said().length;
    const home = await family(world);
    const host = 'turns.satling-attack.org';
    for (let i = 0; i < 4; i++) await nameEverywhere(home, host);
    await sleep(2_000);
    const asked = world.said().slice(since).split(`asked for ${host}`).length - 1;
    hold(asked >= 4, `the name was looked up only ${asked} times`);
    const dialled = dialledInside(world, since);
    hold(dialled.length === 0, `the program dialled ${dialled}`);
    hold(world.canary.calls() === 0, 'a server inside was called');
    return `it was looked up ${asked} times, and only its public address was dialled`;
  },
};

const WORDS = `${'abandon '.repeat(11)}about`;

const privateKeys: Attack = {
  threat: 'T48',
  tried: 'a private key, seed words and a key of another network, wherever a wallet is pasted',
  attack: async (world) => {
    const { parent } = await family(world);
    const since = world.said().length;
    const wif = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
    const { tprv } = newWallet('regtest');
    const secrets = [tprv, WORDS, wif, `wpkh(${tprv}/0/*)`, WORDS.toUpperCase()];
    const main = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
    for (const text of [...secrets, main])
      for (const field of ['walletXpub', 'walletAddress']) {
        const wallet = { [field]: ` ${text}\n` };
        const preference = { prefersEncryption: false, version: 0, wallet };
        for (const reply of [
          await parent.send('POST', '/api/wallet/configure', wallet),
          await parent.send('POST', '/api/wallet/set-encryption-preference', preference),
        ]) {
          hold(reply.status >= 400, `${text.slice(0, 8)} as ${field}: ${reply.status}`);
          hold(!secrets.some((one) => reply.text.includes(one)), `the reply repeats ${text}`);
        }
      }
    const { isConfigured } = (await parent.must('GET', '/api/wallet/family-info')) as Info;
    hold(!isConfigured, 'one of them became the wallet');
    const log = world.said().slice(since);
    hold(!secrets.some((one) => log.includes(one)), 'the log has one of them');
    return 'all were refused, and neither a reply nor the log repeats one';
  },
};

type Info = { isConfigured: boolean };

export const outside: readonly Attack[] = [otherSite, insideNetwork, turningName, privateKeys];
