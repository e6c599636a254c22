/** Attacks with a stolen session, or one that pays: T11, T25 and T28. Each sets the clock. */
import { readFileSync } from 'node:fs';
import { until } from '../../testkit/chain/until.ts';
import { newWallet } from '../support/wallets.ts';
import { withId } from './calls.ts';
import { later } from './later.ts';
import { type Family, family, freshEmail, signIn, type Visitor, visitor } from './people.ts';
import { type Attack, hold } from './run.ts';
import type { World } from './world.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A browser with the same cookies. */
function thiefOf(world: World, { cookies }: Visitor): Visitor {
  const thief = visitor(world);
  for (const [name, value] of cookies) thief.cookies.set(name, value);
  return thief;
}

const isIn = async (who: Visitor) => (await who.get('/api/auth/user')).status === 200;

const lives: Attack = {
  threat: 'T11',
  tried: 'copied cookies after logout, after signing out elsewhere, after 15 idle and 91 busy days',
  alone: true,
  attack: async (world) => {
    const email = freshEmail('t11-');
    const [first, second, third] = [
      await signIn(world, email),
      await signIn(world, email),
      await signIn(world, email),
    ];
    const [one, other, idle] = [first, second, third].map((who) => thiefOf(world, who)) as [
      ...[Visitor, Visitor, Visitor],
    ];
    hold((await isIn(one)) && (await isIn(other)) && (await isIn(idle)), 'no cookie works at all');
    await first.must('POST', '/api/auth/logout');
    hold(!(await isIn(one)), 'a session goes on after its logout');
    await third.must('DELETE', '/api/auth/sessions');
    hold(!(await isIn(other)), 'a session goes on after it was signed out elsewhere');
    const busy = await signIn(world, freshEmail('t11-busy-'));
    for (let day = 0; day < 91; day += 13) {
      await later(world, 13 * DAY);
      await isIn(busy);
      if (day === 13) hold(!(await isIn(idle)), 'a session lives 26 idle days');
    }
    hold(!(await isIn(busy)), 'a session lives 91 days');
    return 'none of them was let in';
  },
};

/** Calls that always need a fresh sign-in: docs/money.md is generated from the contracts. */
const freshCalls = () =>
  [
    ...readFileSync(new URL('../../docs/money.md', import.meta.url), 'utf8').matchAll(
      /^\| `(\w+) (\S+)` \| (?:destroys|redirects|none) \| always \|/gm,
    ),
  ].map(([, method = '', path = '']) => ({ method, path }));

const START = 1_000_000;

/** A child with a million sats to spend, and a wallet that pays. */
async function payingFamily(world: World): Promise<Family> {
  const home = await family(world);
  const { parent, childId } = home;
  const path = `/api/lightning/sync-balance/${childId}`;
  await parent.must('POST', path, { newBalance: START });
  await parent.must('POST', '/api/lightning/connect', {
    ...{ type: 'phoenixd', purpose: 'spend', url: world.payer.url },
    ...{ token: 'a-full-password', withoutBudget: true },
  });
  return home;
}

async function invoiceOf({ receiver }: World, shop: string, sats: number): Promise<string> {
  const reply = await fetch(`http://${receiver.host}/pay/${shop}?amount=${sats * 1_000}`);
  return ((await reply.json()) as { pr: string }).pr;
}

/** How often each invoice of a shop was paid. */
const paidAt = ({ payer, receiver }: World, shop: string): number[] =>
  [...payer.paid].filter(([hash]) => receiver.names.get(hash) === shop).map(([, times]) => times);

/** What a thief with an hour at a parent’s device would do: redirect money, take its keys. */
const thefts = (world: World, childId: string): [string, string, object][] => {
  const evil = `evil@${world.receiver.host}`;
  return [
    ['POST', '/api/wallet/configure', { walletXpub: newWallet('regtest').vpub }],
    ['POST', '/api/lightning/addresses', { childAddresses: { [childId]: evil } }],
    ['POST', '/api/lightning/connect', { type: 'address', token: evil }],
    ['PUT', `/api/children/${childId}/payout-plan`, { plan: 'lightning', seenAddress: '' }],
    ['PUT', `/api/lightning/children/${childId}/pay-limit`, { limit: START }],
    ['PUT', '/api/family/ceiling', { limit: 100_000_000 }],
    ['DELETE', '/api/lightning/config', {}],
    ['DELETE', `/api/children/${childId}`, {}],
    ['POST', '/api/family/deletion', {}],
    ['POST', '/api/family/invite-spouse', { email: freshEmail('evil-') }],
    ['POST', `/api/children/${childId}/sign-in`, { email: freshEmail('evil-') }],
    ['POST', '/api/family/joining', { childId: null }],
    ['POST', '/api/auth/email-change', { email: freshEmail('evil-') }],
    ['POST', '/api/auth/recovery-codes', {}],
    ['PUT', '/api/family/pin', { pin: '1234' }],
    ['GET', '/api/privacy/export', {}],
    ['GET', '/api/transactions/backup', {}],
  ];
};

const oldSession: Attack = {
  threat: 'T25',
  tried: 'a session of eleven minutes ago redirects and destroys, and pays 40 invoices, 20 at once',
  alone: true,
  attack: async (world) => {
    const { parent, childId } = await payingFamily(world);
    const before = (await parent.get('/api/lightning/config')).text;
    await later(world, 11 * MINUTE);
    const thief = thiefOf(world, parent);
    for (const [method, path, body] of thefts(world, childId)) {
      const asked = method === 'GET' ? thief.get(path) : thief.send(method, path, body);
      const { status, text } = await asked;
      hold(
        status === 403 && text.includes('SIGN_IN_AGAIN'),
        `${method} ${path}: ${status} ${text}`,
      );
    }
    const calls = freshCalls();
    hold(calls.length > 50, 'docs/money.md cannot be read');
    for (const { method, path } of calls) {
      const body = method === 'GET' ? {} : { body: {} };
      const { status } = await thief.ask(withId(path, childId), { method, ...body });
      hold(status >= 400, `${method} ${path} passed: ${status}`);
    }
    hold((await parent.get('/api/lightning/config')).text === before, 'the connection changed');
    const shop = `thief${freshEmail('').split('@')[0]}`;
    const press = async () => {
      const paymentRequest = await invoiceOf(world, shop, 1_000);
      return thief.send('POST', '/api/lightning/pay', { childId, paymentRequest });
    };
    await Promise.all(Array.from({ length: 20 }, press));
    for (let i = 0; i < 20; i++) await press();
    const count = paidAt(world, shop).length;
    hold(count > 0 && count <= 20, `${count} payments of 1,000 sats left`);
    return `${calls.length} calls refused; ${count},000 of 40,000 sats left, below the ceiling`;
  },
};

const unclear: Attack = {
  threat: 'T28',
  tried: 'a wallet pays and says nothing, denies it, or never hears: pressed again until tomorrow',
  alone: true,
  attack: async (world) => {
    for (const mood of ['lost', 'denies', 'unheard'] as const) {
      const { parent, childId } = await payingFamily(world);
      const shop = `${mood}shop`;
      const paymentRequest = await invoiceOf(world, shop, 10_000);
      const pay = () => parent.send('POST', '/api/lightning/pay', { childId, paymentRequest });
      world.payer.mood = mood;
      await Promise.all(Array.from({ length: 20 }, pay));
      const free = async () => freeOf(await parent.must('GET', `/api/children/${childId}`));
      const soon = await free();
      hold(soon <= START - 10_000, `${mood}: ${soon} sats are free at once`);
      await later(world, 5 * MINUTE);
      await pay();
      const times = paidAt(world, shop);
      const isPaid = times.length > 0;
      hold(!times.some((count) => count > 1), `${mood}: paid ${times} times`);
      world.payer.mood = 'pays';
      await later(world, DAY);
      await pay();
      if (mood === 'lost')
        await until(async () => /"state":"paid"/.test(await paymentsOf(parent, childId)), 'paid');
      hold(!paidAt(world, shop).some((count) => count > 1), `${mood}: paid again later`);
      const now = await free();
      if (mood === 'lost') hold(now === START - 10_003, `paid, and ${now} sats are free`);
      hold(!isPaid || mood === 'denies' || now < START, `${mood}: it left, and ${now} are free`);
    }
    return 'nothing was paid twice, and nothing was free while its end was unknown';
  },
};

const freeOf = (child: never) =>
  Math.round(Number((child as { availableSpending: string }).availableSpending) * 1e8);
const paymentsOf = async (who: Visitor, childId: string) =>
  (await who.get(`/api/lightning/payments?childId=${childId}`)).text;

export const stolen: readonly Attack[] = [oldSession, unclear, lives];
