/** For tests: a worker that acts like the real one, with copied messages but no thread. */
import { vi } from 'vitest';
import { answerRequest, type Request } from '#web/bitcoin/work.ts';
import type { VaultWorker } from '#web/vault/vault.ts';
import {
  type VaultReply,
  type VaultRequest,
  type VaultWork,
  vaultAnswerer,
} from '#web/vault/work.ts';

/** The wallet's replies; no connection is opened. */
type WalletAnswers = {
  [Kind in 'pay' | 'lookUp' | 'makeInvoice' | 'describe']?: () => VaultWork[Kind]['output'];
};

/** Replaces every `new Worker()` of the page; records posted messages as text. */
export function stubVaultWorkers(wallet: WalletAnswers = {}) {
  const seen = { posted: [] as string[], ended: 0 };
  vi.stubGlobal('Worker', function FakeWorker() {
    const answer = vaultAnswerer();
    let isEnded = false;
    const worker: VaultWorker = {
      onmessage: null,
      onerror: null,
      postMessage: (request: VaultRequest | Request) => {
        if (!('vault' in request)) {
          const post = (data: unknown) => worker.onmessage?.({ data } as MessageEvent<VaultReply>);
          return void queueMicrotask(() => answerRequest(structuredClone(request), post));
        }
        seen.posted.push(JSON.stringify(request));
        const reply = (message: VaultReply) => {
          const data = structuredClone(message);
          if (!isEnded) worker.onmessage?.({ data } as MessageEvent<VaultReply>);
        };
        const said = wallet[request.vault as keyof WalletAnswers];
        if (said) queueMicrotask(() => reply({ id: request.id, output: said() }));
        else void answer(structuredClone(request), reply);
      },
      terminate: () => {
        isEnded = true;
        seen.ended += 1;
      },
    };
    return worker;
  });
  return seen;
}
