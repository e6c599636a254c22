/** One wallet lab for a whole test run. */
import type { TestProject } from 'vitest/node';
import type { LabInfo } from '../../testkit/control.ts';
import { startLabProcess } from './lab-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    lab: LabInfo;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { info, stop } = await startLabProcess();
  project.provide('lab', info);
  return stop;
}
