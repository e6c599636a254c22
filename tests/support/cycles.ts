/** Cycles in what imports what. */

/** At least one cycle of each knot, from a place back to itself. */
export function cyclesIn(edges: Iterable<Iterable<string>>): string[][] {
  const graph = new Map<string, string[]>();
  for (const [from = '', to = ''] of edges) graph.set(from, [...(graph.get(from) ?? []), to]);
  const done = new Set<string>();
  const cycles: string[][] = [];
  const visit = (place: string, path: string[]) => {
    if (path.includes(place)) cycles.push([...path.slice(path.indexOf(place)), place]);
    if (done.has(place) || path.includes(place)) return;
    for (const next of graph.get(place) ?? []) visit(next, [...path, place]);
    done.add(place);
  };
  for (const place of graph.keys()) visit(place, []);
  return cycles;
}
