/**
 * The house rules on features (STYLE.md): who owns which table, and no circles of tables or
 * folders. Exceptions are listed here with a reason; the list only gets shorter.
 */
import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { imports, isTest } from './support/imports.ts';
import { OWNED, owners, rooms, words } from './support/rooms.ts';
import { files } from './support/sources.ts';
import { foreignReferences, roomOf, tablesOf } from './support/tables.ts';

/** Statements that name a table of a higher layer, and why the ledger needs them. */
const UPWARDS: Readonly<Record<string, string>> = {
  'server/ledger/post.ts: goal':
    'one statement posts and fills a goal: no pay day takes another, and no goal gets too much',
  'server/ledger/price.ts: family_rate, market_rate':
    'every entry keeps the price of its moment, in the statement that writes it',
  'server/ledger/reverse.ts: goal':
    'what went into a goal that is closed now cannot be posted back, whoever takes it back',
  'server/ledger/shortfall.ts: request':
    'a refusal names the requests that hold the money, whoever wanted to move it',
};

/** Screens, the site, tools and `app` may use everything. */
const placeOf = (room: string) => (rooms.includes(room) ? rooms.indexOf(room) : rooms.length);

test('the quarters are layers: the features of each are listed together', () => {
  const quarters = rooms.map((room) => room.split('/').at(-2) ?? room);
  const turns = quarters.filter((quarter, i) => quarter !== quarters[i - 1]);
  expect(turns).toEqual([...new Set(quarters)]);
  expect(
    turns
      .slice(1)
      .map((quarter) => `src/features/${quarter}`)
      .toSorted(),
  ).toEqual(globSync('src/features/*').toSorted());
  expect(
    rooms
      .slice(1)
      .map((room) => `src/${room}`)
      .toSorted(),
  ).toEqual(globSync('src/features/*/*').toSorted());
});

describe('tables', () => {
  test('each has one owner', () => {
    expect([...owners.keys()].toSorted()).toEqual(tablesOf());
    expect(OWNED.flatMap(([, tables]) => words(tables)).length).toBe(owners.size);
  });

  test('a statement names tables of its own feature and of lower layers: ask a higher one through a hook', () => {
    const found = foreignReferences(owners);
    expect(found.length).toBeGreaterThan(100);
    const upwards = Map.groupBy(
      found.filter(({ room, owner }) => placeOf(owner) > placeOf(room)),
      ({ file }) => file.replace('src/', ''),
    );
    const lines = [...upwards].map(
      ([file, all]) =>
        `${file}: ${all
          .map(({ table }) => table)
          .toSorted()
          .join(', ')}`,
    );
    expect(lines.toSorted()).toEqual(Object.keys(UPWARDS).toSorted());
  });

  test('a feature imports only what stands earlier in the list', () => {
    const features = imports().filter(({ from, to }) =>
      [from, to].every((file) => file.startsWith('src/features/')),
    );
    const odd = features.filter(({ from, to }) => placeOf(roomOf(to)) > placeOf(roomOf(from)));
    expect(odd.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });
});

test('sibling folders of a feature form no circle: pass in what lies above', () => {
  const graphs = new Map<string, Map<string, Set<string>>>();
  for (const { from, to } of imports()) {
    const { room, folders } = parted(from, to);
    const [a, b] = folders;
    if (!room.startsWith('src/features/') || room.split('/').length < 4) continue;
    // Files directly in `web` and the folders below it may use each other.
    if (a === b || (room.includes('/web') && [a, b].includes('.'))) continue;
    const graph = graphs.get(room) ?? new Map<string, Set<string>>();
    graphs.set(room, graph.set(a, (graph.get(a) ?? new Set()).add(b)));
  }
  expect(graphs.size).toBeGreaterThan(20);
  const circles = [...graphs].flatMap(([room, graph]) => {
    const inCircle = [...graph.keys()].filter((folder) => reached(graph, folder).has(folder));
    return inCircle.length > 0 ? [[room, inCircle.toSorted().join(' ')]] : [];
  });
  expect(Object.fromEntries(circles)).toEqual({});
});

test('a folder of a feature holds at most 15 files: split it by what they are for', () => {
  const here = files.filter((file) => file.startsWith('src/features/') && !isTest(file));
  const folders = Map.groupBy(here, (file) => dirname(file));
  const large = [...folders].filter(([, all]) => all.length > 15).map(([folder]) => folder);
  expect(folders.size).toBeGreaterThan(50);
  expect(large).toEqual([]);
});

/** The deepest folder that contains both files, and the subfolder of each (`.`: none). */
function parted(from: string, to: string): { room: string; folders: [string, string] } {
  const [a, b] = [dirname(from).split('/'), dirname(to).split('/')];
  const shared = a.findIndex((part, i) => part !== b[i]);
  const depth = shared < 0 ? a.length : shared;
  return { room: a.slice(0, depth).join('/'), folders: [a[depth] ?? '.', b[depth] ?? '.'] };
}

function reached(graph: ReadonlyMap<string, Set<string>>, from: string): Set<string> {
  const found = new Set<string>();
  const next = [...(graph.get(from) ?? [])];
  for (let folder = next.pop(); folder !== undefined; folder = next.pop()) {
    if (found.has(folder)) continue;
    found.add(folder);
    next.push(...(graph.get(folder) ?? []));
  }
  return found;
}
