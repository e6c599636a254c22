/** The wallet lab in a separate process (testkit/run-lab.ts). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { LabInfo } from '../../testkit/control.ts';

const PROGRAM = join(import.meta.dirname, '../../testkit/run-lab.ts');

export async function startLabProcess(): Promise<{ info: LabInfo; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, ['--disable-warning=DEP0176', PROGRAM], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  const info = await infoFrom(child.stdout);
  child.stdout.resume();
  const stop = async () => {
    child.stdin.end();
    await exit;
  };
  return { info, stop };
}

/** The line with all addresses; LDK prints to the same output. */
async function infoFrom(output: NodeJS.ReadableStream): Promise<LabInfo> {
  for await (const line of createInterface({ input: output })) {
    if (line.startsWith('{')) return JSON.parse(line);
  }
  throw new Error('The wallet lab did not start');
}
