/** Limits the wait for anything that may never answer. */

/**
 * @returns the work's result, or undefined once the time is up; the work then continues, and its
 * result or failure is ignored
 * @throws any error of the work in time
 */
export async function withTimeout<T>(
  ms: number,
  work: Promise<T>,
): Promise<{ result: T } | undefined> {
  const { promise: over, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  try {
    return await Promise.race([work.then((result) => ({ result })), over]);
  } finally {
    clearTimeout(timer);
  }
}
