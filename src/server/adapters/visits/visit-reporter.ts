/**
 * Reports a visit to the operator's collector: one small POST, sent without waiting for the reply.
 */

export type Visit = { path: string; name: string };

/** False if it was dropped because too many are in flight. */
export type VisitReporter = (visit: Visit) => boolean;

const PATIENCE_MS = 5_000;
/** A slow collector must not fill our memory. */
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
    // A lost count does no harm, so a failed report is dropped.
  }
}
