/** Pruning a book altered in the database. */
import { expect, test } from 'vitest';
import { sealAll } from '#server/ledger/seal.ts';
import { SEAL_KEY, startApp } from '#tests/support/app.ts';
import { addChild, record } from '#tests/support/family.ts';

const DAY = 86_400_000;

test('a book that does not verify is not pruned, and says so (PRIV-08 T34)', async () => {
  const log: string[] = [];
  const logTo = { write: (line: string) => void log.push(line) };
  const app = await startApp({ at: '2024-01-10T12:00:00Z', logLevel: 'error', logTo });
  try {
    const email = 'anna@example.com';
    const mia = await addChild(await app.signIn(email), { weeklyAllowance: '0' });
    await record(await app.signIn(email), mia.id, 'bonus', '0.001', 'Old bonus');
    await sealAll(app.db.owner, SEAL_KEY);
    app.clock.advance(400 * DAY);
    const anna = await app.signIn(email);
    await app.db.owner`UPDATE entry SET made_by = family_id`;
    const reply = await anna.send('DELETE', '/api/transactions/prune/12');
    expect([reply.status, reply.body]).toMatchObject([
      409,
      { code: 'CONFLICT', reason: 'BOOK_NOT_VERIFIED' },
    ]);
    const [kept] = await app.db.owner<{ count: bigint }[]>`SELECT count(*) FROM entry`;
    expect(kept?.count).toBe(1n);
    expect(log.filter((line) => /Nothing was removed .* was changed/.test(line))).toHaveLength(1);
  } finally {
    await app.close();
  }
});
