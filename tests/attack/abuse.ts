/** Attacks that exhaust the server or misuse it: T54 and T56. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { balancesOf } from './money.ts';
import { book, childSignIn, family, type Reply, visitor } from './people.ts';
import { type Attack, hold } from './run.ts';
import type { World } from './world.ts';

const MIB = 1_048_576;

/** Connections that send a request’s head letter by letter without end. */
function slowly({ port }: World, count: number): Socket[] {
  return Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('POST /api/auth/magic-link HTTP/1.1\r\nhost: localhost\r\n');
    const drip = setInterval(() => socket.write('x'), 1_000);
    socket.on('close', () => clearInterval(drip));
    return socket;
  });
}

const floods: Attack = {
  threat: 'T54',
  tried:
    'deep, wide and huge bodies, long addresses and heads, 300 slow senders, heavy calls at once',
  alone: true,
  attack: async (world) => {
    const [home, other] = [await family(world), await family(world)];
    await book(other.parent, other.childId, 'bonus', '0.0001');
    const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`k${at}`, at]));
    const bodies = [
      ...[`${'['.repeat(100_000)}`, `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
      ...[JSON.stringify(wide), 'x'.repeat(20 * MIB), `{"email":"${'a@'.repeat(100_000)}"}`],
    ];
    const slow = slowly(world, 300);
    const ways = ['/api/transactions', '/api/auth/magic-link', '/api/transactions/import-csv'];
    const flood = async () => {
      for (const path of ways)
        for (const body of bodies) {
          const reply = await home.parent
            .ask(path, { method: 'POST', body })
            .catch(() => undefined);
          hold(!reply || (reply.status >= 400 && reply.status < 500), `${path}: ${reply?.status}`);
        }
      await home.parent.get(`/api/${'x'.repeat(14_000)}`).catch(() => undefined);
      await home.parent
        .get('/api/children', { 'x-long': 'y'.repeat(15_000) })
        .catch(() => undefined);
      for (const path of ['/api/privacy/export', '/api/transactions/backup'])
        await Promise.all(Array.from({ length: 10 }, () => home.parent.get(path)));
    };
    const flooding = Promise.all([flood(), flood(), flood(), flood()]).then(() => true);
    const waits: number[] = [];
    for (let isOver = false; !isOver; ) {
      const began = performance.now();
      const { status, text } = await other.parent.get(`/api/children/${other.childId}`);
      waits.push(performance.now() - began);
      hold(status === 200, `another family got ${status} ${text}`);
      isOver = (await Promise.race([flooding, sleep(50)])) === true;
    }
    for (const socket of slow) socket.destroy();
    const worst = Math.round(waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.95)] ?? 0);
    hold(worst < 5_000, `another family waited ${worst} ms`);
    hold((await balancesOf(home.parent, home.childId)).total === 0, 'something was booked');
    return `another family’s ${waits.length} reads were answered meanwhile, 95 % within ${worst} ms`;
  },
};

const KEY = 'a'.repeat(64);
const TRIAL = '/api/public/test-coinos';

const trial: Attack = {
  threat: 'T56',
  tried:
    'a stranger pays invoices from outside, with nobody’s, another’s and a family’s connection',
  attack: async (world) => {
    const home = await family(world);
    await home.parent.must('POST', '/api/lightning/connect', {
      ...{ type: 'phoenixd', purpose: 'spend', url: world.payer.url },
      ...{ token: 'a-full-password', withoutBudget: true },
    });
    const shop = 'trialshop';
    const invoice = async () => {
      const reply = await fetch(`http://${world.receiver.host}/pay/${shop}?amount=1000`);
      return ((await reply.json()) as { pr: string }).pr;
    };
    const stranger = visitor(world);
    const empty = await stranger.send('POST', TRIAL, { connectionString: '' });
    hold(empty.status === 401 || !isUp(empty), `nobody tries a saved wallet: ${empty.text}`);
    const own = await home.parent.send('POST', TRIAL, { connectionString: '' });
    const { connectionId } = own.body as { connectionId: string | null };
    hold(connectionId !== null, `the family cannot try its own wallet: ${own.text}`);
    const ids = [connectionId, crypto.randomUUID(), home.childId];
    const kid = await childSignIn(world, home);
    const more = (await family(world)).parent;
    for (const who of [stranger, kid, more, home.parent])
      for (const id of ids) {
        const { text } = await who.send('POST', '/api/lightning/pay-test-invoice', {
          ...{ invoice: await invoice(), connectionId: id },
        });
        hold(!text.includes('"success":true'), `it was paid: ${text}`);
        if (who !== home.parent) {
          const { status } = await who.get(`/api/lightning/test-balance/${id}`);
          hold(status >= 400, `another sees what the wallet holds: ${status}`);
        }
      }
    const paid = [...world.payer.paid.keys()].filter(
      (hash) => world.receiver.names.get(hash) === shop,
    );
    hold(paid.length === 0, `${paid.length} foreign invoices were paid`);
    const tries = Array.from({ length: 40 }, () =>
      stranger.send('POST', TRIAL, {
        connectionString: `nostr+walletconnect://${KEY}?relay=wss://x.example&secret=${KEY}`,
      }),
    );
    const busy = (await Promise.all(tries)).filter(({ status }) => status === 429).length;
    hold(busy > 0, 'one network tries as many wallets as it likes');
    return `no foreign invoice was paid, and ${busy} of 40 tries of one network were refused`;
  },
};

const isUp = ({ text }: Reply) => text.includes('"success":true');

export const abuse: readonly Attack[] = [floods, trial];
