/**
 * The embedded database is killed under load. The program survives and answers 503 until it is
 * back; nothing it acknowledged is lost or made twice.
 */
import { expect, test } from 'vitest';
import { until } from '../../testkit/chain/until.ts';
import { postmasterPid } from '../support/embedded-program.ts';
import { startProgram } from '../support/program.ts';
import { callProgram, signInTo } from '../support/restarts.ts';

test.each(['SIGKILL', 'SIGQUIT'] as const)(
  'a database that ends by %s under load causes only 503s, and costs no entry (PLAT-26)',
  async (signal) => {
    const program = await startProgram();
    const person = await signInTo(program, 'anna@example.com');
    const made = await callProgram(person, 'POST', '/api/children', { name: 'Mia', age: 9 });
    const { id: childId } = (await made.json()) as { id: string };
    const body = { childId, type: 'bonus', amount: '0.00000001', description: 'One sat' };
    let answered = 0;
    let isOver = false;
    const others = new Set<string>();
    /** Like the client: the same key until there is a reply. */
    const bookOnce = async (key: string) => {
      for (;;) {
        const done = await callProgram(person, 'POST', '/api/transactions', body, key).then(
          () => true,
          (error: Error) => {
            if (!error.message.includes(': 503 ')) others.add(error.message);
            return false;
          },
        );
        if (done) break;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      answered += 1;
    };
    const write = async (lane: number) => {
      for (let i = 0; !isOver; i++) await bookOnce(`${signal}-${lane}-${i}`);
    };
    const writers = Array.from({ length: 8 }, (_, lane) => write(lane));
    await until(() => answered > 50);
    process.kill(postmasterPid(program.dataDir), signal);
    await until(() => program.said().includes('PostgreSQL is ready again'));
    const atReturn = answered;
    await until(() => answered > atReturn + 50);
    isOver = true;
    await Promise.all(writers);
    const reply = await callProgram(person, 'GET', `/api/children/${childId}`);
    const { savingsBalance } = (await reply.json()) as { savingsBalance: string };
    expect([...others]).toEqual([]);
    expect(program.process.exitCode).toBe(null);
    expect(Number(savingsBalance.replace('.', ''))).toBe(answered);
    await program.stop();
  },
);
