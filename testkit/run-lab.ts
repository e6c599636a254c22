/**
 * A lab for a test run: ports assigned by the system, one line of JSON (`LabInfo`) when ready. It
 * exits when its standard input ends, so it never outlives its run.
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
