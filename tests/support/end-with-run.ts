/**
 * Loaded by `node --import` into the processes that run the tests, and into the programs that tests
 * start: each ends when the process that started it is gone. A program stops as it does for an
 * operator.
 */
if (process.connected) process.once('disconnect', () => process.exit(1));
else {
  process.stdin.once('close', () => process.kill(process.pid, 'SIGTERM'));
  process.stdin.resume();
}
