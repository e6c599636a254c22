/** A child's wallet file: part of a long history, sometimes with payments from the book. */
import type { File, FileRow } from './act.ts';
import { chance, type Drawing, oneOf } from './chance.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** The history's start, relative to the births. */
const FIRST_MS = -29 * DAY_MS - 3 * HOUR_MS;

/** None is a multiple of four: no manual entry is mistaken for one. */
const AMOUNTS = [702n, -302n, 1_202n, -1_002n, 502n, -450n];

/** The same for both children: they may share one wallet. */
const HISTORY: readonly FileRow[] = Array.from({ length: 24 }, (_, i) => ({
  ...{ id: `payment-${i}`, at: FIRST_MS + i * 2 * DAY_MS },
  sats: AMOUNTS[(i * 5 + (i >> 2)) % AMOUNTS.length] as bigint,
}));

export function drawFile(drawing: Drawing): File {
  const { random, child } = drawing;
  const from = Math.floor(random() * HISTORY.length);
  const some = HISTORY.slice(from, from + oneOf(random, [1, 2, 4, 8]));
  const rows = some.map((row) => ({ ...row, at: drawing.model.born + row.at }));
  const known = chance(random, 0.4) ? knownRow(drawing) : undefined;
  return { child, rows: known ? [...rows, known] : rows, includes: chance(random, 0.3) };
}

/** An existing manual entry, if no other has its amount. */
function knownRow({ random, model: { entries }, child }: Drawing): FileRow | undefined {
  // An arrival's entry can be taken back although it is marked as paid.
  const own = [...entries].filter(([, { arrival }]) => !arrival);
  const all = own.flatMap(([entry, { at, moves }]) =>
    moves.flatMap((one) =>
      one.child === child && one.account === 'spending' ? [{ entry, at, sats: one.change }] : [],
    ),
  );
  const single = all.filter(({ sats }) => all.filter((one) => one.sats === sats).length === 1);
  if (single.length === 0) return undefined;
  const { entry, at, sats } = oneOf(random, single);
  return { id: `of-${entry}`, at: at + Math.floor(random() * HOUR_MS), sats, entry };
}
