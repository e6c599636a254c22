/**
 * A lab for a test run: ports as the system gives them, one line of JSON (`LabInfo`) when it is
 * ready, and an end when the standard input ends, so that it never outlives its run.
 */
import { infoOf, startControl } from './control.ts';
import { startLab } from './lab.ts';

const lab = await startLab();
const control = await startControl(lab);
console.log(JSON.stringify(infoOf(lab, control)));

async function end(): Promise<void> {
  await control.close();
  await lab.close();
  process.exit(0);
}
process.stdin.resume().once('end', end);
process.once('SIGTERM', end);
