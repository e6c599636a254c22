/** The real program, started as `npm start` does it, on an empty data folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until, waitMs } from '../../testkit/chain/until.ts';

export const END_WITH_RUN = join(import.meta.dirname, 'end-with-run.ts');

export type Program = {
  origin: string;
  dataDir: string;
  process: ChildProcess;
  /** Everything it printed. */
  said: () => string;
  /** The newest sign-in link for an address, as printed on the console. */
  linkFor: (email: string) => Promise<string>;
  stop: () => Promise<void>;
};

/**
 * The program listens only seconds later, so the port is below those that the system assigns, and
 * handed out only once.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 32_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** @param cwd the program's folder, and the command that starts it, if it is not this one */
export async function startProgram(
  env: Record<string, string> = {},
  cwd = process.cwd(),
  start = 'src/app/main.ts',
): Promise<Program> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'satling-e2e-'));
  const child = spawn(process.execPath, ['--import', END_WITH_RUN, start], {
    cwd,
    env: {
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      LOG_LEVEL: 'warn',
      PORT: String(port),
      DATA_DIR: dataDir,
      // With an operator; claim.long.test.ts covers unclaimed servers.
      ADMIN_EMAILS: 'nobody-in-tests@example.com',
      BITCOIN_NETWORK: 'testnet',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data) => {
      output += data;
    });
  // Only then has all its output been read.
  let isOver = false;
  child.once('close', () => {
    isOver = true;
  });
  const isUp = () => output.includes('Satling is ready') || isOver;
  await until(isUp, 'the program to start', 4 * waitMs());
  if (isOver) throw new Error(`The program ended: ${output}`);
  return {
    origin,
    dataDir,
    process: child,
    said: () => output,
    linkFor: async (email) => {
      const find = () =>
        [...output.matchAll(/^Mail to (\S+): .*?(http\S+token=\S+)$/gm)].findLast(
          (m) => m[1] === email,
        )?.[2];
      await until(() => find() !== undefined, `a mail to ${email}`);
      return find() as string;
    },
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      if (!env.DATA_DIR) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
