/**
 * Loaded by `node --import` into the processes that run tests, and into programs that tests start:
 * each ends when its parent has ended. A program stops as it does for an operator.
 */
if (process.connected) process.once('disconnect', () => process.exit(1));
else {
  process.stdin.once('close', () => process.kill(process.pid, 'SIGTERM'));
  process.stdin.resume();
}
