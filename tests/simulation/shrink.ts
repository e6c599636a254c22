/** Shortens a failing series of steps as far as it still fails. */

/** Omits halves, quarters, … as long as it still fails. */
export async function shrink(
  all: readonly number[],
  first: string,
  failureOf: (steps: readonly number[]) => Promise<string | undefined>,
): Promise<{ steps: readonly number[]; failure: string }> {
  let [steps, failure] = [all, first];
  for (let size = Math.ceil(all.length / 2); size >= 1; size = Math.floor(size / 2))
    for (let from = 0; from < steps.length; ) {
      const fewer = steps.toSpliced(from, size);
      const found = await failureOf(fewer);
      if (found) [steps, failure] = [fewer, found];
      else from += size;
    }
  return { steps, failure };
}
