/** For tests: a worker without a thread, whose messages go through a real channel, as copies. */
import { vi } from 'vitest';
import type { WalletWorker } from '#web/bitcoin/ask-worker.ts';
import { answerRequest } from '#web/bitcoin/work.ts';

/** Posted messages arrive later, as copies. */
export function channel(answer = answerRequest) {
  const { port1, port2 } = new MessageChannel();
  const seen = { requests: 0, isTerminated: false };
  port2.onmessage = ({ data }) => {
    seen.requests += 1;
    answer(data, (message) => port2.postMessage(message));
  };
  const startWorker = () =>
    Object.assign(port1, {
      onerror: null,
      terminate: () => {
        seen.isTerminated = true;
        port1.close();
      },
    }) as unknown as WalletWorker;
  return { seen, startWorker };
}

/** Replaces every `new Worker()` of the page; counts the starts. */
export function stubWorkers() {
  const seen = { started: 0 };
  const startOne = () => {
    seen.started += 1;
    return channel().startWorker();
  };
  vi.stubGlobal('Worker', function FakeWorker() {
    return startOne();
  });
  return seen;
}
