/** One wallet lab for a whole test run, in a process of its own (testkit/run-lab.ts). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestProject } from 'vitest/node';
import type { LabInfo } from '../../testkit/control.ts';

declare module 'vitest' {
  interface ProvidedContext {
    lab: LabInfo;
  }
}

const PROGRAM = join(import.meta.dirname, '../../testkit/run-lab.ts');

/** The line that says where everything is; LDK greets on the same output. */
async function infoFrom(output: NodeJS.ReadableStream): Promise<LabInfo> {
  for await (const line of createInterface({ input: output })) {
    if (line.startsWith('{')) return JSON.parse(line);
  }
  throw new Error('The wallet lab did not start');
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ['--disable-warning=DEP0176', PROGRAM], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  project.provide('lab', await infoFrom(child.stdout));
  child.stdout.resume();
  return async () => {
    child.stdin.end();
    await exit;
  };
}
