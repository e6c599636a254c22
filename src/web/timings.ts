/** How long calls took: the last 100 timings per label, in milliseconds. */

const LIMIT = 100;
const timings = new Map<string, number[]>();

export async function timed<T>(label: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  try {
    return await work();
  } finally {
    const list = timings.get(label) ?? [];
    list.push(performance.now() - start);
    if (list.length > LIMIT) list.shift();
    timings.set(label, list);
  }
}

export const timingsOf = (label: string): readonly number[] => timings.get(label) ?? [];
