/**
 * A chain source that accepts every request and never replies, for a minute, while eight families
 * have their children's wallets open. Other families read their dashboards in the meantime; their
 * p95 is compared with that of the same reads before and after, in the same run.
 */
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { HDKey } from '@scure/bip32';
import { connect } from '#server/db/database.ts';
import { cookieOf, startApp } from './support/app.ts';
import { type BenchServer, startServer } from './support/database.ts';
import { type SeededFamily, seedFamilies } from './support/families.ts';
import { getRequest, startLoader } from './support/load.ts';
import { log, median, report } from './support/measure.ts';

/** Windows of one measurement: idle, silent, silent, silent, idle, and so on. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
const ORDER = ['idle', 'silent', 'silent', 'silent', 'idle', 'silent', 'idle'] as const;
const WAITING = 8;
const OTHERS = 10;
const PAUSE_MS = 20;
const VPUB = { public: 0x045f1cf6, private: 0x045f18bc };

const server = await startServer();
try {
  await bench(server);
} finally {
  await server.close();
}

async function bench(on: BenchServer): Promise<void> {
  const db = connect(await on.fresh());
  const families = await seedFamilies(db.owner, { count: WAITING + OTHERS, children: () => 2 });
  const [waiting, others] = [families.slice(0, WAITING), families.slice(WAITING)];
  const source = await startSilentSource();
  const chainServer = {
    ...({ protocol: 'electrum', host: '127.0.0.1', tls: false } as const),
    port: source.port,
  };
  const chain = { network: 'testnet', server: chainServer, hosts: [] } as const;
  const app = await startApp(db, 'error', chain);
  const loader = startLoader();
  const requests = others.map(({ session }) => getRequest('/api/dashboard', cookieOf(session)));
  const probe = async () => {
    const load = { port: app.port, connections: 1, seconds: SECONDS, pauseMs: PAUSE_MS, requests };
    const { p95, done, statuses } = await loader.run(load);
    if (statuses['200'] !== done) throw new Error(`Refused: ${JSON.stringify(statuses)}`);
    return p95;
  };
  const found = { idle: [] as number[], silent: [] as number[] };
  try {
    for (const family of waiting) await openWallet(app.port, family);
    await probe(); // warms up
    for (const [i, kind] of ORDER.entries()) {
      const noise = kind === 'silent' ? keepAsking(app.port, waiting) : undefined;
      found[kind].push(await probe());
      await noise?.stop();
      log(`${i + 1}. ${kind}: p95 ${found[kind].at(-1)?.toFixed(1)} ms`);
    }
    log(`Questions that were never answered: ${source.asked()}`);
    const ratio = median(found.silent) / median(found.idle);
    report('silent-source: other families’ dashboards, p95 / idle', ratio, '≤ 1.2');
  } finally {
    loader.stop();
    await app.close();
    await source.close();
    await db.close();
  }
}

async function startSilentSource() {
  let lines = 0;
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('data', () => {
      lines += 1;
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('No port was opened');
  return {
    port: address.port,
    asked: () => lines,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => listener.close(resolve));
    },
  };
}

async function post(port: number, { session }: SeededFamily, path: string, body: object) {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: {
      ...{ cookie: cookieOf(session), host: 'localhost', origin: 'http://localhost' },
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return reply.json();
}

/** A wallet, and a child's address that is watched from now on. */
async function openWallet(port: number, family: SeededFamily): Promise<void> {
  const seed = crypto.getRandomValues(new Uint8Array(32));
  const walletXpub = HDKey.fromMasterSeed(seed, VPUB).derive("m/84'/1'/0'").publicExtendedKey;
  await post(port, family, '/api/wallet/configure', { walletXpub });
  await post(port, family, `/api/wallet/create/${childOf(family)}`, {});
}

function childOf({ children: [child] }: SeededFamily): string {
  return child?.childId ?? '';
}

/** Each family's screen is open: it asks again a while after each reply. */
function keepAsking(port: number, families: readonly SeededFamily[]) {
  let isOver = false;
  const screens = families.map(async (family) => {
    while (!isOver) {
      await post(port, family, `/api/wallet/sync/${childOf(family)}`, {});
      await sleep(1_000);
    }
  });
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(screens);
    },
  };
}
