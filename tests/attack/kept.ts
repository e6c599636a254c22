/** Attacks on stored and deleted data: T34, T35, T51, T59 and T60. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../testkit/chain/until.ts';
import { phoenixdFile } from '../support/wallet-files.ts';
import { days, later } from './later.ts';
import { balancesOf } from './money.ts';
import { book, childSignIn, type Family, family, signIn, type Visitor, visitor } from './people.ts';
import { type Attack, hold } from './run.ts';
import type { World } from './world.ts';

const FILE = phoenixdFile([
  { id: 'a', at: '2026-10-01T10:00:00Z', sats: 7_000 },
  { id: 'b', at: '2026-10-02T10:00:00Z', sats: -2_000 },
]);
const importFile = ({ parent, childId }: Family) =>
  parent.send('POST', '/api/transactions/import-csv', {
    ...{ childId, csvContent: FILE, filename: 'a.csv' },
  });

/** A book with entries, and a goal its child gave to. */
async function filledBook(world: World): Promise<Family> {
  const home = await family(world);
  const { parent, childId } = home;
  for (const amount of ['0.0001', '0.0002', '0.00003'])
    await book(parent, childId, 'bonus', amount);
  await book(parent, childId, 'spending', '0.00004');
  const goal = { title: 'A kite', description: 'For the beach', targetAmount: '0.001' };
  const { id } = (await parent.must('POST', '/api/family-goals', goal)) as { id: string };
  const part = { childId, amount: '0.00005', contributionType: 'savings' };
  await parent.must('POST', `/api/family-goals/${id}/contributions`, part);
  return home;
}

const sums = async ({ parent, childId }: Family) =>
  JSON.stringify([
    await balancesOf(parent, childId),
    ((await parent.must('GET', '/api/family-goals')) as { currentAmount: string }[]).map(
      (goal) => goal.currentAmount,
    ),
  ]);

const prune = (who: Visitor, months: string) =>
  who.send('DELETE', `/api/transactions/prune/${months}`);
/** Only sealed data can be pruned; sealing runs each minute and at program start. */
async function sealed(world: World, who: Visitor): Promise<void> {
  await world.killAndRestart();
  await until(async () => !(await prune(who, '36')).text.includes('unsealed'), 'the seals');
}

const countOf = async (who: Visitor) =>
  ((await who.must('GET', '/api/transactions/stats')) as { totalCount: number }).totalCount;

/** Moves this many days on; the parent signs in again each month, as sessions expire. */
async function muchLater(world: World, { email }: Family, count: number): Promise<Visitor> {
  let parent = await signIn(world, email);
  for (let left = count; left > 0; left -= 30) {
    await days(world, parent, Math.min(left, 30));
    parent = await signIn(world, email);
  }
  return parent;
}

const pruning: Attack = {
  threat: 'T34',
  tried: 'a book pruned ten times at once while others write, then its wallet file imported again',
  alone: true,
  attack: async (world) => {
    const home = await filledBook(world);
    await importFile(home);
    const before = await sums(home);
    const again = { ...home, parent: await muchLater(world, home, 125) };
    await sealed(world, again.parent);
    const count = await countOf(again.parent);
    const replies = await Promise.all(Array.from({ length: 10 }, () => prune(again.parent, '3')));
    hold(
      replies.some(({ status }) => status === 200),
      `none pruned: ${replies[0]?.text}`,
    );
    const left = await countOf(again.parent);
    hold(left < count, `nothing was pruned of ${count} entries: ${replies[0]?.text}`);
    hold((await sums(again)) === before, `${before} became ${await sums(again)}`);
    const file = await importFile(again);
    hold((await sums(again)) === before, `the file counts again: ${file.text}`);
    return `${count - left} of ${count} entries went; balances, goals and the known file stayed`;
  },
};

const tooEarly: Attack = {
  threat: 'T35',
  tried: 'entries of 80 days deleted by right, wrong and odd numbers of months, and by a child',
  alone: true,
  attack: async (world) => {
    const home = await filledBook(world);
    const kid = await childSignIn(world, home);
    const parent = await muchLater(world, home, 80);
    const count = await countOf(parent);
    await sealed(world, parent);
    const odd = ['0', '-1', '1', '1.5', '2', '4', '99999', '03', '3e0', '0x3', 'NaN', '3;6', '%00'];
    for (const months of odd) {
      const { status } = await prune(parent, encodeURIComponent(months));
      hold(status >= 400 && status < 500, `${months} months: ${status}`);
      const chosen = { dataRetentionMonths: Number(months), autoDataPruningEnabled: true };
      const { status: set } = await parent.send('PUT', '/api/privacy/settings', chosen);
      hold(
        months === '-1' || months.startsWith('3e') || months.startsWith('0') || set >= 400,
        `${months} months were set: ${set}`,
      );
    }
    for (const months of ['3', '6', '36']) await prune(parent, months);
    hold((await prune(kid, '3')).status >= 400, 'a child deletes entries');
    hold((await countOf(parent)) === count, 'entries of 80 days went');
    await parent.must('PUT', '/api/privacy/settings', {
      ...{ dataRetentionMonths: -1, autoDataPruningEnabled: true },
    });
    const heir = await muchLater(world, home, 400);
    hold((await countOf(heir)) === count, 'a book that is kept for ever lost entries');
    return `${odd.length} odd numbers refused; nothing went early, nor after a year of keeping all`;
  },
};

/** Files in the program’s folder with one of these words. */
function filesWith(folder: string, words: readonly string[]): string[] {
  const found: string[] = [];
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, path);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) continue;
    const bytes = readFileSync(file);
    found.push(...words.filter((word) => bytes.includes(word)).map((word) => `${path}: ${word}`));
  }
  return found;
}

const TITLE = 'Theodora’s glider';
const TOKEN = 'a-full-password-of-t51';

const files: Attack = {
  threat: 'T51',
  tried: 'sessions, links, PIN, recovery codes and a wallet’s key in the database’s files and log',
  attack: async (world) => {
    const { parent } = await family(world);
    await parent.must('POST', '/api/family-goals', {
      ...{ title: TITLE, description: 'Red', targetAmount: '0.001' },
    });
    await parent.must('PUT', '/api/family/pin', { pin: '83746252' });
    const { codes } = (await parent.must('POST', '/api/auth/recovery-codes')) as Codes;
    await parent.must('POST', '/api/lightning/connect', {
      ...{ type: 'phoenixd', purpose: 'spend', url: world.payer.url },
      ...{ token: TOKEN, withoutBudget: true },
    });
    const secrets = [...world.secrets, ...parent.cookies.values(), ...codes, '83746252', TOKEN];
    const told = secrets.filter((one) => one.length >= 8);
    await world.killAndRestart();
    hold(filesWith(world.dataDir, [TITLE]).length > 0, 'the files cannot be read at all');
    const found = filesWith(world.dataDir, told);
    hold(found.length === 0, `${found.length} secrets lie open: ${found.slice(0, 3)}`);
    const logged = told.filter((one) => world.said().includes(one));
    hold(logged.length === 0, `the log has ${logged[0]}`);
    return `none of ${told.length} secrets is in any file or in the log`;
  },
  alone: true,
};

type Codes = { codes: string[] };

const deletion: Attack = {
  threat: 'T59',
  tried: 'a deleted family read by its old sessions, links, child, and by whoever signs in again',
  alone: true,
  attack: async (world) => {
    const home = await family(world, { name: 'Theodora' });
    const { parent, childId } = home;
    await book(parent, childId, 'bonus', '0.00023456');
    const kid = await childSignIn(world, home);
    const all = (await parent.get('/api/privacy/export')).text;
    hold(/Theodora/.test(all) && /23456/.test(all), 'the export lacks the child or the entry');
    await parent.must('POST', '/api/family/deletion');
    await later(world, 73 * 60 * 60_000);
    // Due work runs at program start, and every ten minutes.
    await world.killAndRestart();
    await until(async () => (await kid.get('/api/auth/user')).status === 401, 'the erasure');
    hold((await parent.get('/api/auth/user')).status === 401, 'the parent is still signed in');
    const back = await signIn(world, home.email);
    const paths = ['/api/children', `/api/children/${childId}`, '/api/family-goals'];
    paths.push('/api/privacy/export', '/api/transactions/backup', '/api/messages');
    for (const path of paths) {
      const { text } = await back.get(path);
      hold(!/Theodora|00023456/.test(text), `${path} still has it: ${text.slice(0, 200)}`);
    }
    return 'the export was whole; afterwards nobody was signed in and nothing was left to read';
  },
};

const restored: Attack = {
  threat: 'T60',
  tried: 'a backup with forged rows, of another family, damaged, huge, and read back ten times',
  attack: async (world) => {
    const home = await filledBook(world);
    await importFile(home);
    const other = await family(world, { name: 'Theodora' });
    await book(other.parent, other.childId, 'bonus', '0.00023456');
    const before = await sums(home);
    const own = (await home.parent.must('GET', '/api/transactions/stats')) as object;
    const good = (await home.parent.get('/api/transactions/backup')).text;
    const foreign = (await other.parent.get('/api/transactions/backup')).text;
    hold(foreign.includes('Theodora'), `the backup is ${foreign}`);
    const tries = [
      ...[good, foreign, good.replaceAll('0.0001', '9.0001'), `${good}\n${foreign}`, '', '\0'],
      ...[good.slice(0, -20), good.replaceAll(',', ';'), `${good}${',x'.repeat(10_000)}`],
    ];
    for (const csvContent of tries) {
      const back = { csvContent };
      const send = () => home.parent.send('POST', '/api/privacy/history', back);
      const replies = await Promise.all([send(), send(), send()]);
      for (const { status, text } of replies) hold(status < 500, `it crashed: ${text}`);
    }
    hold((await sums(home)) === before, 'a balance changed');
    const now = (await home.parent.must('GET', '/api/transactions/stats')) as object;
    hold(JSON.stringify(now) === JSON.stringify(own), `the book has now ${JSON.stringify(now)}`);
    const { text } = await home.parent.get('/api/privacy/history');
    hold(!/Theodora|00023456|9\.0001/.test(text), `the history has what nobody pruned: ${text}`);
    const stranger = visitor(world);
    hold((await stranger.get('/api/transactions/backup')).status === 401, 'anybody gets a backup');
    return `${tries.length} files moved no balance and brought nothing into the history`;
  },
};

export const kept: readonly Attack[] = [pruning, tooEarly, files, deletion, restored];
