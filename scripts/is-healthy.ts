/** Exit code 0 if the program on this machine and its database respond: for containers. */
const port = process.env.PORT || '3000';
const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
process.exitCode = answer?.ok ? 0 : 1;
