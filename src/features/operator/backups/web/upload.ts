/** Sends a restore's files in pieces, and waits until the server has restarted with them. */
import {
  CODE_HEADER,
  PIECE_BYTES,
  restoring,
  UPLOAD_PATH,
} from '#features/operator/backups/restore/contract.ts';
import { callApi, fetchJson } from '#web/api.ts';
import { statusOf } from '#web/errors.ts';
import { inWords } from '#web/messages/said.ts';

export type What = 'backup' | 'erasures';

const TRIES = 5;
const PAUSE_MS = 1_000;

/** @param onSent the part that has arrived, from 0 to 1 */
export async function sendFile(
  what: What,
  file: Blob,
  { code, onSent }: { code: string; onSent: (part: number) => void },
): Promise<void> {
  for (let at = 0; at < file.size || at === 0; at += PIECE_BYTES) {
    await sendPiece(`${UPLOAD_PATH}/${what}?at=${at}`, file.slice(at, at + PIECE_BYTES), code);
    onSent(Math.min(1, (at + PIECE_BYTES) / file.size));
  }
}

/** A piece may be sent again: it overwrites itself. */
async function sendPiece(url: string, body: Blob, code: string): Promise<void> {
  for (let tried = 1; ; tried += 1)
    try {
      const headers = { 'content-type': 'application/octet-stream', [CODE_HEADER]: code };
      await fetchJson(url, { method: 'PUT', headers, body });
      return;
    } catch (error) {
      const status = statusOf(error);
      if (tried === TRIES || (status !== undefined && status < 500)) throw error;
      await pause();
    }
}

/** A large book takes a while. */
const LONGEST_MS = 60 * 60_000;

type End = { failure: string } | { failure: undefined; isClaimed: boolean };

/** @returns why the restore failed, in words; or the members once everything is back */
export async function untilRestored(): Promise<End> {
  const until = performance.now() + LONGEST_MS;
  while (performance.now() < until) {
    await pause();
    // The server is closed in the meantime.
    const state = await callApi(restoring.state, {}).catch(() => undefined);
    if (state?.failure) return { failure: inWords(state.failure, state.failure.english) };
    if (state && !state.isPossible) return { failure: undefined, isClaimed: state.isClaimed };
  }
  throw new Error('The server did not come back within an hour');
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
