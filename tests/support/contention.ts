/**
 * Simultaneous work on a few families: transfers in both directions between the same accounts,
 * manual payments, wallet files, several workers, edits of the children. Callers may only get a
 * success or a readable refusal, and the book must add up in the end.
 */
import { transfer } from '../../src/core/ledger.ts';
import { settleAutomatic } from '../../src/features/pocket/allowances/settling.ts';
import { newId } from '../../src/server/ids.ts';
import { accountsOf } from '../../src/server/ledger/accounts.ts';
import { post } from '../../src/server/ledger/post.ts';
import { sealAll } from '../../src/server/ledger/seal.ts';
import { verifyLedger } from '../../src/server/ledger/verify.ts';
import { SEAL_KEY, startApp, type TestApp, type Visitor } from './app.ts';
import { addChild, record } from './family.ts';
import { importFile, phoenixdFile } from './wallet-files.ts';

const DAY = 86_400_000;
const FAMILIES = 3;
const CHILDREN = 3;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type Family = { familyId: string; parent: Visitor; children: string[] };

export type ContentionResult = {
  transfers: number;
  calls: number;
  workerRuns: number;
  /** Wallet files that were imported. */
  imports: number;
  /** Forbidden for callers: deadlocks, serialization failures, 5xx. */
  faults: string[];
  /** Problems found by verifyLedger afterwards. */
  problems: string[];
  /** Weeks that were booked more than once. */
  twice: number;
  /** All savings and spending, compared with what was paid in. */
  lost: bigint;
};

export async function contention(ms: number): Promise<ContentionResult> {
  const app = await startApp();
  try {
    const families = await Promise.all(
      Array.from({ length: FAMILIES }, (_, i) => makeFamily(app, `parent${i}@example.com`)),
    );
    const faults: string[] = [];
    const result = { transfers: 0, calls: 0, workerRuns: 0, imports: 0, faults };
    const end = Date.now() + ms;
    /** Until the time is up or something has failed. */
    const worker = async (step: (turn: number) => Promise<void>) => {
      for (let turn = 0; Date.now() < end && result.faults.length < 5; turn++)
        await step(turn).catch((error: Error & { code?: string }) => {
          result.faults.push(`${error.code ?? error.name}: ${error.message}`);
        });
    };
    const called = (reply: { status: number; text: string }) => {
      result.calls += 1;
      if (reply.status >= 500) result.faults.push(`${reply.status}: ${reply.text}`);
    };
    await Promise.all([
      ...families.flatMap((family) =>
        [0, 1, 2, 3].map((n) =>
          worker(async (turn) => {
            const child = family.children[turn % CHILDREN] as string;
            await move(app, family, child, n % 2 === 0 ? 1n : -1n);
            result.transfers += 1;
          }),
        ),
      ),
      ...families.flatMap(({ parent, children }) => [
        worker(async () => called(await parent.send('POST', '/api/process-allowances'))),
        worker(async (turn) =>
          called(await edit(parent, children[turn % CHILDREN] as string, turn)),
        ),
        worker(async () => called(await parent.get('/api/dashboard'))),
        ...[0, 1].map((n) =>
          worker(async (turn) => {
            const reply = await importFile(
              parent,
              children[turn % CHILDREN] as string,
              overlappingFile(2 * turn + n),
            );
            called(reply);
            if (reply.status === 200) result.imports += 1;
          }),
        ),
      ]),
      ...[0, 1, 2].map(() =>
        worker(async () => {
          await settleAutomatic(app.db.owner, app.clock.now);
          result.workerRuns += 1;
          await pause(5);
        }),
      ),
      worker(async () => {
        await sealAll(app.db.owner, SEAL_KEY);
        // A week later something is always due; sessions are used, and stay alive.
        app.clock.advance(7 * DAY);
        await pause(Math.max(100, ms / 10));
      }),
    ]);
    await sealAll(app.db.owner, SEAL_KEY);
    const { problems } = await verifyLedger(app.db.owner, SEAL_KEY, app.clock.now);
    return { ...result, problems, ...(await sums(app)) };
  } finally {
    await app.close();
  }
}

async function makeFamily(app: TestApp, email: string): Promise<Family> {
  const parent = await app.signIn(email);
  await parent.send('PATCH', '/api/family/settings', { payAutomatically: true });
  const children: string[] = [];
  for (let i = 0; i < CHILDREN; i++) {
    const { id } = await addChild(parent, { name: `Child ${i}` });
    await record(parent, id, 'bonus', '0.001');
    await record(parent, id, 'earned', '0.001');
    children.push(id);
  }
  const [row] = await app.db.owner<{ familyId: string }[]>`
    SELECT family_id FROM users WHERE email = ${email}`;
  return { familyId: (row as { familyId: string }).familyId, parent, children };
}

/** One sat from savings to spending, or back. */
function move({ db, clock }: TestApp, { familyId }: Family, childId: string, way: bigint) {
  return db.changeFamily(familyId, async (tx) => {
    const accounts = await accountsOf(tx, familyId, childId);
    if (!accounts) throw new Error(`The child ${childId} has no accounts`);
    const { savings, spending } = accounts;
    const postings = way > 0n ? transfer(savings, spending, 1n) : transfer(spending, savings, 1n);
    const entry = {
      entryId: newId(),
      familyId,
      type: way > 0n ? 'savings_withdrawal' : 'savings_deposit',
      childId,
      amountSats: -way,
      occurredAt: clock.now,
      madeBy: familyId,
      postings,
    };
    await post(tx, [entry], clock.now);
  });
}

/** Two payments in and two out; the second half of each file is the first half of the next. */
const overlappingFile = (nth: number) =>
  phoenixdFile(
    [nth, nth + 1].flatMap((id) => [
      { id: `in-${id}`, at: '2026-11-17T10:00:00Z', sats: 3 },
      { id: `out-${id}`, at: '2026-11-17T11:00:00Z', sats: -1 },
    ]),
  );

/** Parents edit a child while money moves: its name, limit, plan, pauses and entries. */
function edit(parent: Visitor, id: string, turn: number) {
  const path = `/api/children/${id}`;
  const day = turn % 7;
  switch (turn % 5) {
    case 0:
      return parent.send('PATCH', path, { name: `Child ${turn}` });
    case 1:
      return parent.send('PATCH', `${path}/spending-threshold`, { threshold: '0.002' });
    case 2:
      return parent.send('PATCH', `${path}/allowance`, {
        weeklyAllowance: '0.0002',
        allowanceDay: day,
        unbooked: day % 2 ? 'book' : 'skip',
      });
    case 3:
      return record(parent, id, 'spending', '0.00000001');
    default:
      return record(parent, id, 'earned', '0.00000001');
  }
}

/** Added up here, independently of the program's sums. */
async function sums({ db }: TestApp): Promise<{ twice: number; lost: bigint }> {
  const twice = await db.owner`
    SELECT FROM allowance_occurrence WHERE state = 'booked'
    GROUP BY child_id, week_start HAVING count(*) > 1`;
  const entries = await db.owner<{ count: bigint }[]>`
    SELECT count(*) FROM entry WHERE type = 'allowance' AND NOT EXISTS (
      SELECT FROM allowance_occurrence o WHERE o.family_id = entry.family_id
        AND o.entry_id = entry.entry_id)`;
  const [row] = await db.owner<{ lost: bigint }[]>`
    SELECT ((SELECT sum(balance_sats) FROM account WHERE kind <> 'outside')
      + (SELECT sum(p.amount_sats) FROM posting p JOIN account a USING (family_id, account_id)
         WHERE a.kind = 'outside'))::bigint AS lost`;
  return { twice: twice.length + Number(entries[0]?.count), lost: row?.lost ?? -1n };
}
