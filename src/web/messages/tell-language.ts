/** Tells the server in which language who is signed in wants to be written to. */
import { fetchJson } from '../api.ts';
import { isSignedIn } from '../signed-in.ts';

/** The page waits for it before it opens anew, and no longer. */
const PATIENCE_MS = 3_000;

/** @throws whatever the call does: no network, no answer, or a session that is not one's own. */
export async function tellLanguage(language: string): Promise<void> {
  if (!isSignedIn()) return;
  await fetchJson('/api/auth/language', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ language }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
}
