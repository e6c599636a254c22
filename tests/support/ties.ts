/**
 * A statement's scans that would go to every machine if families were spread over several: those
 * not tied to a family. A scan is tied if a column that leads to its rows (`family_id`) must equal
 * a value, one of a list, row-level security's setting, or tied rows.
 */
import { CONDITIONS, type Node } from './explained.ts';

/** By table: columns that each lead to a row's machine. */
export type Leading = ReadonlyMap<string, ReadonlySet<string>>;

/** The tables of untied scans; those that `leading` does not list are omitted. */
export function untied(plan: Node, leading: Leading): string[] {
  const nodes = [...flat(plan)];
  const scans = new Map<string, string>();
  for (const { 'Node Type': type, 'Relation Name': table, Alias: alias } of nodes)
    if (table && alias && type !== 'ModifyTable' && leading.has(table)) scans.set(alias, table);
  const tied = new Set<string>();
  const pairs: [string, string][] = [];
  const leads = ({ alias, column }: Column) => leading.get(scans.get(alias) ?? '')?.has(column);
  for (const node of nodes) {
    const held = heldBy(node);
    for (const sides of equalities(node))
      for (const [one, other] of [sides, sides.toReversed()] as [string, string][]) {
        const column = columnIn(one, node.Alias);
        if (!column || !leads(column) || !held(column.alias)) continue;
        const from = aliasesIn(other, node.Alias).filter((alias) => scans.has(alias));
        if (from.length === 0) tied.add(column.alias);
        else for (const alias of from) pairs.push([column.alias, alias]);
      }
  }
  for (let before = -1; before < tied.size; ) {
    before = tied.size;
    for (const [one, other] of pairs) if (tied.has(other)) tied.add(one);
  }
  return [...scans].filter(([alias]) => !tied.has(alias)).map(([, table]) => table);
}

export function* flat(node: Node): Iterable<Node> {
  yield node;
  for (const part of node.Plans ?? []) yield* flat(part);
}

/**
 * Sources whose rows a node's conditions restrict: the scan itself, or both sides of a join; an
 * outer join and an anti join preserve every row of one side.
 */
function heldBy({ Alias: own, 'Join Type': join = '', Plans: sides = [] }: Node) {
  if (own !== undefined) return (alias: string) => alias === own;
  const kept = sides.filter((_, i) => (i === 0 ? KEEPS_OUTER : KEEPS_INNER).has(join));
  const free = new Set(kept.flatMap((side) => [...flat(side)].map(({ Alias }) => Alias)));
  return (alias: string) => !free.has(alias);
}
const KEEPS_OUTER: ReadonlySet<string> = new Set(['Left', 'Anti', 'Full']);
const KEEPS_INNER: ReadonlySet<string> = new Set(['Right', 'Right Anti', 'Full']);

type Column = { alias: string; column: string };

/** A column as a plan writes it; without its table if the plan has only one. */
function columnIn(text: string, own = ''): Column | undefined {
  const [, alias = own, column] = /^(?:(\w+)\.)?([a-z]\w*)$/.exec(text) ?? [];
  return column === undefined ? undefined : { alias, column };
}

const aliasesIn = (text: string, own = ''): string[] => {
  const column = columnIn(text, own);
  return column ? [column.alias] : [...text.matchAll(/(\w+)\./g)].map(([, alias = '']) => alias);
};

/** The two sides of each equality that every row must meet; those in an OR are in parentheses. */
function* equalities(node: Node): Iterable<[string, string]> {
  for (const name of CONDITIONS)
    for (const part of conjuncts(node[name] ?? '')) {
      const sides = split(part, ' = ').map(bare);
      if (sides.length === 2) yield sides as [string, string];
    }
}

function conjuncts(condition: string): string[] {
  const parts = split(bare(condition), ' AND ');
  return parts.length === 1 ? parts.map(bare) : parts.flatMap(conjuncts);
}

/** Strips the outermost parentheses. */
function bare(text: string): string {
  const isWhole = text.startsWith('(') && split(text.slice(0, -1), ')').length === 1;
  return isWhole && text.endsWith(')') ? bare(text.slice(1, -1)) : text;
}

/** Splits at a word that is in no parentheses and no quoted text. */
function split(text: string, word: string): string[] {
  const parts: string[] = [];
  let [depth, from, isQuoted] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === "'") isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (depth !== 0 || !text.startsWith(word, at)) continue;
    parts.push(text.slice(from, at));
    from = at + word.length;
  }
  return [...parts, text.slice(from)];
}
