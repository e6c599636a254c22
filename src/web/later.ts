/**
 * An ask that never reached the server may wait on this device, to be sent after a yes. Which may,
 * and where they wait, is a matter of features/offline; where nobody keeps them, the ask has
 * failed.
 */
import { t } from '@lingui/core/macro';
import { type Endpoint, nameOf } from '#contract/endpoint.ts';
import { toast } from './ui/toast-store.ts';

/** What was sent, and the key under which it counts once. */
export interface Sent {
  input: unknown;
  key: string;
}

/** Resolves to false when it may not wait, or could not be kept. */
export type Keeper = (name: string, sent: Sent) => Promise<boolean>;

let keeper: Keeper | undefined;

export function setKeeper(next: Keeper | undefined): void {
  keeper = next;
}

/** `done` when it is kept for later, `fail` when it has failed. Only what had no answer is kept. */
export async function orLater(
  error: unknown,
  endpoint: Endpoint,
  sent: Sent,
  done: () => void,
  fail: () => void,
): Promise<void> {
  if (!(error instanceof TypeError) || !keeper) return fail();
  if (!(await keeper(nameOf(endpoint), sent).catch(() => false))) return fail();
  done();
  toast({
    title: t`Kept on this device`,
    description: t`When you are back, you are asked before it is sent.`,
  });
}
