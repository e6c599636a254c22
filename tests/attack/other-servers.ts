/** Attacks by servers that a family names: T22 and T23. */
import { lies, nameOf, ways } from './liar.ts';
import { balancesOf } from './money.ts';
import { type Family, family } from './people.ts';
import { type Attack, hold } from './run.ts';
import type { World } from './world.ts';

/** Longer than any call may wait for another server. */
const MOST_MS = 60_000;

async function timed(what: string, asked: Promise<{ status: number }>): Promise<void> {
  const began = performance.now();
  const { status } = await asked;
  const took = Math.round(performance.now() - began);
  hold(took < MOST_MS, `${what} took ${took} ms`);
  hold(status !== 500, `${what} crashed`);
}

const slowServers: Attack = {
  threat: 'T22',
  tried:
    'servers that redirect inside, trickle, are silent or endless, as wallet, source and payee',
  alone: true,
  attack: async (world) => {
    const other = await family(world);
    const calls = world.canary.calls();
    const worst: number[] = [];
    let isOver = false;
    const look = async () => {
      while (!isOver) {
        const began = performance.now();
        const { status } = await other.parent.get(`/api/children/${other.childId}`);
        hold(status === 200, `another family got ${status}`);
        worst.push(performance.now() - began);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    const looking = look();
    await Promise.all(ways.map(async (way) => tryEverywhere(world, await family(world), way)));
    isOver = true;
    await looking;
    hold(world.liar.asked() >= ways.length * 3, `it was asked ${world.liar.asked()} times`);
    hold(world.canary.calls() === calls, 'a redirect led inside the network');
    const slow = Math.round(Math.max(...worst));
    hold(slow < 5_000, `another family waited ${slow} ms`);
    return `${ways.length} ways ended in time, none led inside; another family waited ${slow} ms`;
  },
};

async function tryEverywhere(
  { liar }: World,
  { parent, childId }: Family,
  way: (typeof ways)[number],
) {
  const send = (method: string, path: string, body: object) =>
    timed(`${way}: ${path}`, parent.send(method, path, body));
  const url = `http://${liar.host}/${nameOf(way)}`;
  const token = 'a'.repeat(64);
  for (const type of ['phoenixd', 'alby_hub'])
    await send('POST', '/api/lightning/connect', { type, purpose: 'spend', url, token });
  const to = `${nameOf(way)}@${liar.host}`;
  await send('POST', '/api/lightning/invoice-for', { childId, receiver: to, amount: 1_000 });
  await send('PUT', '/api/wallet/source', { kind: 'esplora', url });
  await send('POST', '/api/wallet/configure', {
    walletAddress: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  });
  await send('POST', '/api/wallet/scan-balance', {});
}

const tampered: Attack = {
  threat: 'T23',
  tried: 'a payee’s invoices with another amount, network, purpose, age or signature, to be paid',
  attack: async (world) => {
    const { parent, childId } = await family(world);
    await parent.must('POST', `/api/lightning/sync-balance/${childId}`, { newBalance: 100_000 });
    await parent.must('POST', '/api/lightning/connect', {
      ...{ type: 'phoenixd', purpose: 'spend', url: world.payer.url },
      ...{ token: 'a-full-password', withoutBudget: true },
    });
    const before = await balancesOf(parent, childId);
    const paid = world.payer.paid.size;
    const ask = (receiver: string) =>
      parent.send('POST', '/api/lightning/invoice-for', { childId, receiver, amount: 1_000 });
    const honest = await ask(`honest@${world.liar.host}`);
    hold(honest.status === 200, `an honest payee is refused, too: ${honest.text}`);
    for (const lie of lies) {
      const { status, text } = await ask(`${nameOf(lie)}@${world.liar.host}`);
      hold(status >= 400 && status < 500, `${lie}: ${status} ${text}`);
      hold(!text.includes('"paymentRequest"'), `${lie}: the parent is shown it`);
    }
    hold(JSON.stringify(await balancesOf(parent, childId)) === JSON.stringify(before), 'it moved');
    hold(world.payer.paid.size === paid, 'the wallet paid');
    return `${lies.length} tampered invoices were refused before anybody saw them`;
  },
};

export const otherServers: readonly Attack[] = [tampered, slowServers];
