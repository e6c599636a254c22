/** Cuts every connection to the database under mixed load, again and again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyLedger } from '../../src/server/ledger/verify.ts';
import { until } from '../../testkit/chain/until.ts';
import { freshDatabase, SEAL_KEY, startApp } from './app.ts';
import { type LoadResult, type Send, startMixedLoad } from './mixed-load.ts';
import { randomFrom } from './restarts.ts';
import { startRelay } from './statements.ts';

type Cuts = LoadResult & { cuts: number; seed: number; problems: string[] };

/**
 * Now and then also loses the reply to a COMMIT: the change is made, but its caller gets no reply.
 */
export async function cutAgainAndAgain(cuts: number, seed = Date.now() % 2 ** 31): Promise<Cuts> {
  const random = randomFrom(seed);
  const relay = await startRelay(await freshDatabase());
  const app = await startApp({ address: relay.address, onJobsError: () => undefined });
  try {
    const anna = await app.signIn('anna@example.com');
    const send: Send = (method, path, body, key) =>
      method === 'GET'
        ? anna.get(path)
        : anna.send(method as 'POST', path, body, key ? { 'idempotency-key': key } : {});
    const load = await startMixedLoad(send, random);
    for (let cut = 0; cut < cuts; cut++) {
      const before = load.acknowledged();
      await until(() => load.acknowledged() > before + 3);
      if (random() < 0.3) relay.loseNextCommit();
      await sleep(random() * 100);
      relay.cut();
      await sleep(random() * 100);
      relay.restore();
      await load.replay(10);
    }
    await load.finish();
    const { problems } = await verifyLedger(app.db.owner, SEAL_KEY, app.clock.now);
    return { ...(await load.result()), cuts, seed, problems: [...problems] };
  } finally {
    await app.close();
    await relay.close();
  }
}
