/**
 * A worker thread for heavy computing, which would block other calls; it runs one job at a time. It
 * starts with the first job, and again after a fault.
 */
import { once } from 'node:events';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { newTurns } from './http/turns.ts';

/** A job that takes longer is a bug; the largest file takes about a second. */
const LONGEST_MS = 30_000;
const MEMORY_MB = 256;

/**
 * @param file the module that calls `serveThread`.
 * @returns the answer to a job. Both are passed as structured clones.
 */
export function newThread<Job, Answer>(file: URL): (job: Job) => Promise<Answer> {
  const turns = newTurns({ atOnce: 1, waiting: 100 });
  let worker: Worker | undefined;
  const start = () => {
    const limits = { maxOldGenerationSizeMb: MEMORY_MB };
    const made = new Worker(file, { execArgv: [], resourceLimits: limits });
    made.unref();
    made.on('error', () => undefined); // rejects the current job below
    made.on('exit', () => {
      if (worker === made) worker = undefined;
    });
    return made;
  };
  const ask = async (job: Job): Promise<Answer> => {
    worker ??= start();
    const asked = worker;
    const over = new AbortController();
    const timer = setTimeout(() => void asked.terminate(), LONGEST_MS);
    try {
      const { signal } = over;
      const answered = once(asked, 'message', { signal });
      const ended = once(asked, 'exit', { signal }).then(() => {
        throw new Error(`The thread ${file.pathname} ended without an answer`);
      });
      asked.postMessage(job);
      const [answer] = await Promise.race([answered, ended]);
      return answer;
    } finally {
      clearTimeout(timer);
      over.abort();
    }
  };
  return (job) => turns.run('all', () => ask(job));
}

/** The other side: answers each job in the thread itself. */
export function serveThread<Job, Answer>(answer: (job: Job) => Answer): void {
  if (isMainThread) throw new Error('This module runs in a thread of its own');
  parentPort?.on('message', (job: Job) => parentPort?.postMessage(answer(job)));
}
