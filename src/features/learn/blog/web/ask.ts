/** Calls the server without the app's client, to keep public pages small. */

const PATIENCE_MS = 8_000;

export class Unanswered extends Error {
  /** 0 without a reply. */
  readonly status: number;
  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}

/** @throws Unanswered */
export async function ask(path: string, method: 'GET' | 'POST' = 'GET'): Promise<unknown> {
  const post = { method, headers: { 'content-type': 'application/json' }, body: '{}' };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const reply = await fetch(path, { signal, ...(method === 'POST' && post) }).catch(
    () => undefined,
  );
  if (!reply?.ok) throw new Unanswered(reply?.status ?? 0);
  return reply.json();
}
