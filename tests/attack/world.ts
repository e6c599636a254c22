/** The programs under attack, on a machine that resolves every name itself. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../testkit/chain/until.ts';
import { startPayer, startReceiver } from '../support/live-wallets.ts';
import { freePort, startProgram } from '../support/program.ts';
import { type Smtp, startSmtp } from '../support/smtp.ts';
import { type Liar, startLiar } from './liar.ts';
import type { Place } from './people.ts';

const MACHINE = join(import.meta.dirname, 'machine.ts');

/** Addresses of the names that attacks use, in turn: the first is public and unused. */
const NAMES = {
  'turns.satling-attack.org': ['93.184.215.14', '127.0.0.1', '10.0.0.1', '169.254.169.254'],
  'inside.satling-attack.org': ['127.0.0.1'],
  'router.satling-attack.org': ['192.168.1.1'],
};

export type Canary = {
  port: number;
  /** How many connections it had; there should be none. */
  calls: () => number;
  close: () => void;
};

export type World = Place & {
  /** Everything the program and its machine printed. */
  said: () => string;
  /** `address:port` of each connection tried after this point of the output. */
  dialledSince: (length: number) => string[];
  setClock: (aheadMs: number) => Promise<void>;
  dataDir: string;
  /** A family's paying wallet and the payee, both named by the operator. */
  payer: Awaited<ReturnType<typeof startPayer>>;
  receiver: Awaited<ReturnType<typeof startReceiver>>;
  /** Like a power cut: killed, then started again on the same folder. */
  killAndRestart: () => Promise<void>;
  /** A lying server that the operator trusts. */
  liar: Liar;
  /** Represents everything inside the network, closed to outsiders. */
  canary: Canary;
  close: () => Promise<void>;
};

/** Proves first that no name and no connection leaves this machine. @throws Error if one could */
export function refuseToLeak(): void {
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--import', MACHINE, join(import.meta.dirname, 'leak-probe.ts')],
    { encoding: 'utf8', env: { PATH: process.env.PATH } },
  );
  if (status !== 0) throw new Error(`A name or a connection could leave this machine: ${stdout}`);
}

export async function startWorld(): Promise<World> {
  const smtp = await startSmtp(() => undefined);
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'satling-attack-'));
  let ahead = 0;
  const receiver = await startReceiver(() => new Date(Date.now() + ahead));
  const payer = await startPayer(receiver);
  const canary = await startCanary();
  const liar = await startLiar(`http://127.0.0.1:${canary.port}/`);
  const CHAIN_HOSTS = [receiver.host, new URL(payer.url).host, liar.host].join();
  const start = () => startProgram({ ...settingsOf(smtp, port, dataDir), CHAIN_HOSTS });
  let program = await start();
  let earlier = '';
  const said = () => earlier + program.said();
  const setClock = async (aheadMs: number) => {
    ahead = aheadMs;
    const before = program.said().length;
    program.process.stdin?.write(`clock ${aheadMs}\n`);
    const done = `the clock is ahead by ${aheadMs}\n`;
    await until(() => program.said().slice(before).includes(done));
  };
  if (!said().includes('Machine: answers every name'))
    throw new Error('The program runs on another machine than the attack’s');
  return {
    ...{ port, origin: `http://localhost:${port}`, inbox: smtp.received },
    ...{ secrets: new Set<string>(), said, dataDir, canary, liar, payer, receiver },
    dialledSince: (length) =>
      [
        ...said()
          .slice(length)
          .matchAll(/^Machine: dialled (.*)$/gm),
      ].map((m) => m[1] as string),
    setClock,
    killAndRestart: async () => {
      earlier = said();
      const over = new Promise((resolve) => program.process.once('close', resolve));
      program.process.kill('SIGKILL');
      await over;
      program = await start();
      await setClock(ahead);
    },
    close: async () => {
      await program.stop();
      await Promise.all([smtp, payer, receiver].map((one) => one.close()));
      canary.close();
      liar.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const settingsOf = (smtp: Smtp, port: number, dataDir: string): Record<string, string> => ({
  NODE_OPTIONS: `--import ${MACHINE}`,
  ATTACK_NAMES: JSON.stringify(NAMES),
  DATA_DIR: dataDir,
  PORT: String(port),
  PUBLIC_URL: `http://localhost:${port}`,
  SMTP_URL: smtp.url,
  MAIL_FROM: 'book@satling.example',
  TRUSTED_PROXIES: '1',
  BITCOIN_NETWORK: 'regtest',
  LOG_LEVEL: 'debug',
});

async function startCanary(): Promise<Canary> {
  let calls = 0;
  const server = createServer((socket) => {
    calls += 1;
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { port, calls: () => calls, close: () => void server.close() };
}
