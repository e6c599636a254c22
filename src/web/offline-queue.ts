/**
 * A call that never reached the server may wait on this device until the person agrees to send it.
 * features/household/offline decides which calls may wait, and stores them; without it the call has
 * failed.
 */
import { t } from '@lingui/core/macro';
import { type Endpoint, nameOf } from '#contract/endpoint.ts';
import { toast } from './ui/toast-store.ts';

/** The input of a call, and its idempotency key. */
export interface Sent {
  input: unknown;
  key: string;
}

/** Resolves to false if the call may not wait, or couldn't be stored. */
export type OfflineQueue = (name: string, sent: Sent) => Promise<boolean>;

let offlineQueue: OfflineQueue | undefined;

export function setOfflineQueue(next: OfflineQueue | undefined): void {
  offlineQueue = next;
}

/** Calls `done` if the call is queued, otherwise `fail`. Only a call without a reply is queued. */
export async function queueIfOffline(
  error: unknown,
  endpoint: Endpoint,
  sent: Sent,
  done: () => void,
  fail: () => void,
): Promise<void> {
  if (!(error instanceof TypeError) || !offlineQueue) return fail();
  if (!(await offlineQueue(nameOf(endpoint), sent).catch(() => false))) return fail();
  done();
  toast({
    title: t`Kept on this device`,
    description: t`When you are back, you are asked before it is sent.`,
  });
}
