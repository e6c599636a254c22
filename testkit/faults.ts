/**
 * Scripted failures: what a service of the lab does instead of replying, until healed. One script
 * per service; a test sets it before it sends a request.
 */
import { setTimeout as sleep } from 'node:timers/promises';

export type Fault =
  /** Accepts the request and never replies. */
  | { kind: 'silent' }
  /** Replies after a while. */
  | { kind: 'slow'; ms: number }
  /** Replies once it is healed. */
  | { kind: 'held' }
  /** Closes the connection instead of replying. */
  | { kind: 'hang-up' }
  /** Replies with text that no reader understands. */
  | { kind: 'garbage' }
  /** Replies with this HTTP status, or the protocol's own error. */
  | { kind: 'error'; status?: number; text?: string }
  /** Replies with more bytes than anyone should read. */
  | { kind: 'huge'; bytes: number };

/** Checked by a service before each reply. `times` counts down; 0 means healthy. */
export class Faults {
  #fault: Fault | undefined;
  #times = 0;
  #only: string | undefined;
  readonly #held: (() => void)[] = [];

  /**
   * The next `times` replies fail like this; without `times` all do, until `heal`.
   * @param only requests of this name, if a service knows their names
   */
  next(fault: Fault, times = Number.POSITIVE_INFINITY, only?: string): void {
    this.#fault = fault;
    this.#times = times;
    this.#only = only;
  }

  heal(): void {
    this.#fault = undefined;
    for (const release of this.#held.splice(0)) release();
  }

  /** The fault for this request, after any delay; undefined means a normal reply. */
  async take(asked?: string): Promise<Exclude<Fault, { kind: 'slow' | 'held' }> | undefined> {
    const fault = this.#fault;
    if (!fault || (this.#only !== undefined && this.#only !== asked)) return undefined;
    this.#times -= 1;
    if (this.#times <= 0) this.#fault = undefined;
    if (fault.kind === 'held') await new Promise<void>((release) => this.#held.push(release));
    else if (fault.kind === 'slow') await sleep(fault.ms, undefined, { ref: false });
    else return fault;
    return undefined;
  }
}
