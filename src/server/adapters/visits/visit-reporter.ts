/**
 * Tells a place that the operator named of a visit: one small POST, whose answer nobody waits for.
 */

export type Visit = { path: string; name: string };

/** False if it was dropped because too many are under way. */
export type VisitReporter = (visit: Visit) => boolean;

const PATIENCE_MS = 5_000;
/** A slow place must not fill our memory. */
const MOST_AT_ONCE = 20;

export function visitReporter(url: string): VisitReporter {
  let underWay = 0;
  return ({ path, name }) => {
    if (underWay >= MOST_AT_ONCE) return false;
    underWay += 1;
    void send(url, JSON.stringify({ path, name })).finally(() => {
      underWay -= 1;
    });
    return true;
  };
}

async function send(url: string, body: string): Promise<void> {
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await reply.body?.cancel();
  } catch {
    // A count is no record: one that the place did not take is lost, and nobody is the worse for
    // it.
  }
}
