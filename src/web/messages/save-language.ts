/** Sends the server the language for mails to the signed-in person. */
import { fetchJson } from '../api.ts';
import { isSignedIn } from '../signed-in.ts';

/** The page waits at most this long for the call before it reloads. */
const PATIENCE_MS = 3_000;

/** @throws the call's error: no network, no reply, or a session that was handed over */
export async function saveLanguage(language: string): Promise<void> {
  if (!isSignedIn()) return;
  await fetchJson('/api/auth/language', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ language }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
}
