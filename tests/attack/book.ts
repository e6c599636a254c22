/** Attacks that repeat and race bookings: T26, T29, T30, T36, T37, T46 and T47. */
import { hostileAmounts } from '../support/hostile-amounts.ts';
import { oldPhoenixFile, phoenixdFile } from '../support/wallet-files.ts';
import { balancesOf } from './money.ts';
import { book, childSignIn, family, spouse, type Visitor } from './people.ts';
import { type Attack, hold } from './run.ts';

const COUNT = 20;
const times = <T>(act: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: COUNT }, (_, at) => act(at)));

const doubleClick: Attack = {
  threat: 'T26',
  tried: 'one entry sent twenty times at once under one key, once more later, and with other words',
  attack: async (world) => {
    const { parent, childId } = await family(world);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const send = (amount: string) =>
      parent.ask('/api/transactions', {
        ...{ method: 'POST', headers },
        body: { childId, type: 'bonus', amount, description: 'Once' },
      });
    const replies = await times(() => send('0.0001'));
    const later = await send('0.0001');
    const other = await send('0.0002');
    const ids = new Set([...replies, later].filter(isOk).map(({ text }) => text));
    hold(ids.size === 1, `${ids.size} different replies`);
    hold(!isOk(other), 'another amount passed under the same key');
    const { total } = await balancesOf(parent, childId);
    hold(total === 10_000, `the book has ${total} sats`);
    return 'one entry was booked, and every reply is that one';
  },
};

const isOk = ({ status }: { status: number }) => status === 200;

const concurrent: Attack = {
  threat: 'T29',
  tried: 'twenty payments, deposits and take-backs of the same sats at one moment',
  attack: async (world) => {
    const { parent, childId } = await family(world);
    const given = (await book(parent, childId, 'earned', '0.0001')).body as { id: string };
    const amount = '0.00006';
    const kid = await childSignIn(world, { parent, childId, email: '' });
    await times((at) => {
      if (at % 4 === 0) return book(parent, childId, 'spending', amount);
      if (at % 4 === 1) return book(kid, childId, 'savings_deposit', amount);
      if (at % 4 === 2) return parent.send('POST', `/api/transactions/${given.id}/undo`);
      return book(parent, childId, 'lightning_spend', amount);
    });
    const after = await balancesOf(parent, childId);
    const says = `${after.savings} saved, ${after.spending} to spend, ${after.goals} in goals`;
    const parts = [after.savings, after.spending, after.goals];
    hold(!parts.some((one) => one < 0), `below zero: ${says}`);
    hold(after.total <= 10_000, `more than there was: ${says}`);
    const { entries } = (await parent.must('GET', `/api/transactions?childId=${childId}`)) as Page;
    hold(entries.length <= 2, `${entries.length - 1} of twenty were booked`);
    return `one of twenty was booked: ${says}`;
  },
};

type Page = { entries: object[] };

const GOAL = { title: 'A kite', description: 'For the beach', targetAmount: '0.001' };

const numbers: Attack = {
  threat: 'T30',
  tried: 'every spelling that is no amount, wherever a parent or a child types one',
  attack: async (world) => {
    const home = await family(world);
    const { parent, childId } = home;
    await book(parent, childId, 'bonus', '0.0001');
    const kid = await childSignIn(world, home);
    const goal = (await parent.must('POST', '/api/family-goals', GOAL)) as { id: string };
    const before = await balancesOf(parent, childId);
    for (const amount of hostileAmounts) {
      const places: [Visitor, string, object][] = [
        [parent, '/api/transactions', { childId, type: 'bonus', amount, description: 'x' }],
        [kid, '/api/transactions', { childId, type: 'spending', amount, description: 'x' }],
        [kid, '/api/withdrawal-requests', { childId, amount, reason: 'A kite' }],
        [parent, `/api/children/${childId}/update-savings`, { newBalance: amount }],
        [parent, '/api/family-goals', { ...GOAL, targetAmount: amount }],
        [
          parent,
          `/api/family-goals/${goal.id}/contributions`,
          { amount, contributionType: 'gift' },
        ],
      ];
      for (const [who, path, body] of places) {
        const { status } = await who.send('POST', path, body);
        hold(status !== 200 && status < 500, `${path} took ${JSON.stringify(amount)}: ${status}`);
      }
    }
    const after = await balancesOf(parent, childId);
    hold(JSON.stringify(after) === JSON.stringify(before), 'a balance changed');
    return `${hostileAmounts.length} spellings refused in six places`;
  },
};

const overwrite: Attack = {
  threat: 'T36',
  tried: 'two adults who saw the same balance set another one at the same moment, twenty times',
  attack: async (world) => {
    const home = await family(world);
    const { parent, childId } = home;
    const other = await spouse(world, home);
    await book(parent, childId, 'bonus', '0.0001');
    const replies = await times((at) =>
      (at % 2 ? parent : other).send('POST', `/api/children/${childId}/update-savings`, {
        ...{ newBalance: `0.0002${10 + at}`, seenBalance: '0.0001' },
      }),
    );
    const count = replies.filter(isOk).length;
    hold(count === 1, `${count} of ${COUNT} were written`);
    hold(
      replies.filter(({ status }) => status === 409).length === COUNT - 1,
      'no 409 for the rest',
    );
    return 'one was written, and each other one was told that it had changed';
  },
};

const parts: Attack = {
  threat: 'T37',
  tried: 'twenty shares of 30 percent of an allowance approved at once, and shares out of bounds',
  attack: async (world) => {
    const home = await family(world);
    const { parent, childId } = home;
    const kid = await childSignIn(world, home);
    const goal = (await parent.must('POST', '/api/family-goals', GOAL)) as { id: string };
    const share = (percentage: unknown) =>
      parent.send('POST', `/api/family-goals/${goal.id}/allocations`, { percentage, childId });
    for (const percentage of [0, -30, 101, 30.55, '30 %', null, 1e9])
      hold(!isOk(await share(percentage)), `${percentage} percent was taken`);
    const path = `/api/family-goals/${goal.id}/child-allocation-request`;
    const asked = {
      childId,
      percentage: 30,
      reason: 'A kite for me',
      applyTo: 'new_contributions',
    };
    const requests = [];
    for (let i = 0; i < 6; i++) requests.push(await kid.send('POST', path, asked));
    const ids = requests.filter(isOk).map(({ body }) => (body as { id: string }).id);
    await times((at) =>
      at % 2
        ? share(30)
        : parent.send('PATCH', `/api/allocations/${ids[at % ids.length]}/approve`, {
            approved: true,
          }),
    );
    const active = (await parent.must('GET', '/api/allocations/active')) as Share[];
    const sum = active.reduce((all, { percentage }) => all + percentage, 0);
    hold(sum > 0 && sum <= 100, `the shares come to ${sum} percent`);
    return `the shares come to ${sum} percent`;
  },
};

type Share = { percentage: number };

const importFile = (who: Visitor, childId: string, csvContent: string) =>
  who.send('POST', '/api/transactions/import-csv', { childId, csvContent, filename: 'a.csv' });
const AT = '2026-10-01T10:00:00Z';

const hostileFiles: Attack = {
  threat: 'T46',
  tried: 'files that are broken at the end, endless in a row or a cell, binary, or of another kind',
  attack: async (world) => {
    const { parent, childId } = await family(world);
    const good = phoenixdFile([{ id: 'a', at: AT, sats: 5_000 }]);
    const [head] = good.split('\n');
    const row = (msat: string) => `${AT},b,lightning_received,${msat},0,0,0,,`;
    const files = [
      ...[`${good}\n"never closed`, `${good}\n${row(`1${'0'.repeat(400)}`)}`],
      ...[`${good}\n${row('1'.repeat(5_000))}`, `${good}\n"${'x'.repeat(1_000_000)}"`],
      ...[`${head}\n${','.repeat(100_000)}`, '\0'.repeat(10_000), '%PDF-1.7', '', head as string],
      `${good}\n${`${row('1000')}\n`.repeat(20_001)}`,
    ];
    for (const [at, file] of files.entries()) {
      const { status } = await importFile(parent, childId, file);
      hold(status < 500, `file ${at} broke the server: ${status}`);
      const { total } = await balancesOf(parent, childId);
      hold(total === 0, `file ${at} was imported in part: ${total} sats`);
    }
    hold(isOk(await importFile(parent, childId, good)), 'a good file is refused');
    return `${files.length} files left the book as it was; a good one was imported after them`;
  },
};

const sameTwice: Attack = {
  threat: 'T47',
  tried: 'one file twenty times at once, again later, in another order, and in a sibling’s book',
  attack: async (world) => {
    const { parent, childId } = await family(world);
    const payments = [5_000, 3_000, 2_000].map((sats, at) => ({
      ...{ id: `p${at}`, at: `2026-10-0${at + 1}T10:00:00Z`, sats },
    }));
    await times(() => importFile(parent, childId, phoenixdFile(payments)));
    await importFile(parent, childId, phoenixdFile(payments.toReversed()));
    await importFile(parent, childId, `${phoenixdFile(payments)}\r\n\r\n`);
    const { total } = await balancesOf(parent, childId);
    hold(total === 10_000, `the book has ${total} sats`);
    const old = oldPhoenixFile(payments.map((one) => ({ ...one, at: `2025${one.at.slice(4)}` })));
    for (let i = 0; i < 3; i++) await importFile(parent, childId, old);
    const twice = (await balancesOf(parent, childId)).total;
    hold(twice === 20_000, `rows without ids count more than once: ${twice} sats`);
    return 'each payment counted once';
  },
};

export const bookAttacks: readonly Attack[] = [
  ...[doubleClick, concurrent, numbers, overwrite, parts, hostileFiles, sameTwice],
];
