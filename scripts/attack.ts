/**
 * `npm run attack`: tries every threat of docs/threats.md on started programs of this folder, and
 * prints what was tried and what held. Exits with 1 if an attack fell, or if a threat is neither
 * attacked nor listed with a reason. Nothing leaves loopback. `npm run attack -- T20 T21` tries
 * only these.
 */
import { attacks, notAttacked } from '../tests/attack/list.ts';
import { type Attack, lines, missing, runAll } from '../tests/attack/run.ts';
import { refuseToLeak, startWorld } from '../tests/attack/world.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

const began = performance.now();
const only = process.argv.slice(2);
const chosen = attacks.filter(({ threat }) => only.length === 0 || only.includes(threat));
const unknown = only.filter((id) => !attacks.some(({ threat }) => threat === id));
const wrong = [
  ...missing(attacks, notAttacked),
  ...unknown.map((id) => `${id} was asked for and has no attack`),
];
refuseToLeak();
print('No name and no connection leaves this machine: proved before anything was started.\n');
const attackIn = async (some: readonly Attack[], atOnce?: number) => {
  if (some.length === 0) return [];
  const world = await startWorld();
  const fallen = await runAll(some, world, print, atOnce);
  await world.close();
  return fallen;
};
const fallen = [
  ...(await attackIn(chosen.filter(({ alone }) => !alone))),
  ...(await attackIn(
    chosen.filter(({ alone }) => alone),
    1,
  )),
];
print('\nNot attacked here:');
for (const line of [...lines(notAttacked), ...wrong]) print(line);
const seconds = Math.round((performance.now() - began) / 1_000);
print(`\n${chosen.length} attacks in ${seconds} s. ${fallen.length} fell: ${fallen.join(' ')}`);
process.exitCode = fallen.length + wrong.length === 0 ? 0 : 1;
