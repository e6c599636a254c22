/** Runs the attacks in parallel, and prints what each tried and what held. */
import { readFileSync } from 'node:fs';
import { readCitations } from '../../scripts/requirements-report.ts';
import type { World } from './world.ts';

export type Attack = {
  threat: string;
  tried: string;
  /** Sets the clock, kills the program or spoils the wallet: needs its own world. */
  alone?: true;
  /** What held; throws Fell if something fell. */
  attack: (world: World) => Promise<string>;
};

export class Fell extends Error {}

/** @throws Fell unless it held */
export function hold(held: boolean, otherwise: string): void {
  if (!held) throw new Fell(otherwise);
}

/** Attacks run at the same time, each with its own families. */
const AT_ONCE = 6;

/** Prints a line for each, in order. @returns those that fell, or couldn't be tried */
export async function runAll(
  attacks: readonly Attack[],
  world: World,
  print: (line: string) => void,
  atOnce = AT_ONCE,
): Promise<string[]> {
  const fallen: string[] = [];
  const waiting = attacks.map((one) => ({ one, line: Promise.withResolvers<string>() }));
  const queue = [...waiting];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { threat, tried, attack } = next.one;
      const outcome = await attack(world).then(
        (held) => `held: ${held}`,
        (error: Error) => {
          fallen.push(threat);
          return error instanceof Fell ? `FELL: ${error.message}` : `NOT TRIED: ${error.stack}`;
        },
      );
      next.line.resolve(`${threat.padEnd(5)} ${tried}\n      ${outcome}`);
    }
  };
  const workers = Array.from({ length: atOnce }, work);
  for (const { line } of waiting) print(await line.promise);
  await Promise.all(workers);
  return fallen;
}

const THREAT = /\bT\d{2}[a-z]?\b(?!:)/g;

/** The threats of docs/threats.md. */
export function listedThreats(): string[] {
  const text = readFileSync(new URL('../../docs/threats.md', import.meta.url), 'utf8');
  return [...text.matchAll(/\*\*(T\d{2}[a-z]?)\*\*/g)].map(([, id]) => id as string);
}

/** Threats without an attack, each with the reason and the first tests that prove it. */
export function lines(notAttacked: Readonly<Record<string, string>>): string[] {
  const citations = readCitations(THREAT);
  return Object.entries(notAttacked).map(([threat, why]) => {
    const proofs = citations.get(threat) ?? [];
    const [first] = proofs;
    return `${threat.padEnd(5)} ${why}\n      ${proofs.length} tests, as ${first?.file}: ${first?.title}`;
  });
}

/** Faults in the two lists themselves. */
export function missing(
  attacks: readonly Attack[],
  notAttacked: Readonly<Record<string, string>>,
): string[] {
  const listed = new Set(listedThreats());
  const ids = [...attacks.map(({ threat }) => threat), ...Object.keys(notAttacked)];
  return [
    ...[...listed].filter((id) => !ids.includes(id)).map((id) => `${id} is in neither list`),
    ...ids.filter((id) => !listed.has(id)).map((id) => `${id} is not in docs/threats.md`),
    ...Object.keys(notAttacked)
      .filter((id) => attacks.some(({ threat }) => threat === id))
      .map((id) => `${id} is in both lists`),
  ];
}
