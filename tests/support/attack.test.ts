/** When `npm run attack` fails; what it attacks is in tests/attack/. */
import { expect, test } from 'vitest';
import { attacks, notAttacked } from '../attack/list.ts';
import { type Attack, hold, listedThreats, missing, runAll } from '../attack/run.ts';

const attackOn = (threat: string, attack: () => Promise<string>): Attack => ({
  ...{ threat, tried: 'something', attack },
});
const held = async () => 'all of it';

test('an attack that falls, and one that cannot be tried, are named; what holds is not', async () => {
  const printed: string[] = [];
  const three = [
    attackOn('T01', held),
    attackOn('T02', async () => {
      hold(false, 'it gave way');
      return 'not reached';
    }),
    attackOn('T03', () => Promise.reject(new Error('nobody listens'))),
  ];
  const fallen = await runAll(three, undefined as never, (line) => printed.push(line));
  expect(fallen.sort()).toEqual(['T02', 'T03']);
  expect(printed.map((line) => line.split('\n')[1]?.trim())).toEqual([
    'held: all of it',
    'FELL: it gave way',
    expect.stringContaining('NOT TRIED: Error: nobody listens'),
  ]);
});

test('a threat in neither list, in both, or in none of ours is wrong', () => {
  const [first = '', second = '', ...others] = listedThreats();
  const reasons = Object.fromEntries(others.map((id) => [id, 'a reason']));
  expect(missing([attackOn(first, held)], reasons)).toEqual([`${second} is in neither list`]);
  expect(missing([attackOn(first, held), attackOn(second, held)], reasons)).toEqual([]);
  expect(missing([attackOn(first, held)], { ...reasons, [second]: 'a', [first]: 'b' })).toEqual([
    `${first} is in both lists`,
  ]);
  const stranger = { ...reasons, [second]: 'a', T99: 'c' };
  expect(missing([attackOn(first, held)], stranger)).toEqual(['T99 is not in docs/threats.md']);
});

test('each of our threats is attacked, or listed with the reason why not', () => {
  expect(missing(attacks, notAttacked)).toEqual([]);
});
