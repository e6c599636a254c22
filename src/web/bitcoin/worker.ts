/**
 * The worker: reads keys, derives addresses, and seals and opens the vault off the main thread. The
 * page stays responsive, and never holds the vault's secrets.
 */
import { type VaultRequest, vaultAnswerer } from '#web/vault/work.ts';
import { answerRequest, type Request } from './work.ts';

const answerVault = vaultAnswerer();

addEventListener('message', ({ data }: MessageEvent<Request | VaultRequest>) => {
  if ('vault' in data) void answerVault(data, (message) => postMessage(message));
  else answerRequest(data, (message) => postMessage(message));
});
