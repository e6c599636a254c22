/**
 * Looks every few seconds whether a wallet is to be asked, so that people see what arrives while
 * they wait. One small read where nothing is due; several servers share what is.
 */

const EVERY_MS = 3_000;

/**
 * @param watch the next round begins when it has ended
 * @returns stops it; what is under way is cut off and due again later
 */
export function startLightningWatch(
  watch: () => Promise<unknown>,
  onError: (error: Error) => void,
): () => void {
  let isRunning = false;
  const round = async () => {
    if (isRunning) return;
    isRunning = true;
    await watch().catch(onError);
    isRunning = false;
  };
  const timer = setInterval(round, EVERY_MS).unref();
  return () => clearInterval(timer);
}
