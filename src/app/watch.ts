/**
 * Checks every few seconds whether a wallet is due for a look, because people wait for payments to
 * appear, and every second whether a scan is due. One small read if nothing is due; several servers
 * share the work.
 */

const EVERY_MS = 3_000;
export const SCANS_EVERY_MS = 1_000;

/**
 * @param watch the next round begins when it has ended
 * @returns a function that stops it; anything in progress is cut off and due again later
 */
export function startWatch(
  watch: () => Promise<unknown>,
  onError: (error: Error) => void,
  everyMs = EVERY_MS,
): () => void {
  let isRunning = false;
  const round = async () => {
    if (isRunning) return;
    isRunning = true;
    await watch().catch(onError);
    isRunning = false;
  };
  const timer = setInterval(round, everyMs).unref();
  return () => clearInterval(timer);
}
