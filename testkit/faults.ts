/**
 * Scripted failures: what a service of the lab does instead of answering, until it is told to
 * behave again. One script per service; a test sets it before it asks.
 */
import { setTimeout as sleep } from 'node:timers/promises';

export type Fault =
  /** Takes the question and never answers. */
  | { kind: 'silent' }
  /** Answers after a while. */
  | { kind: 'slow'; ms: number }
  /** Answers once it is healed. */
  | { kind: 'held' }
  /** Closes the connection instead of answering. */
  | { kind: 'hang-up' }
  /** Answers, but not what was asked for: text that no reader understands. */
  | { kind: 'garbage' }
  /** Answers with this HTTP status, or the protocol's own error. */
  | { kind: 'error'; status?: number; text?: string }
  /** Answers with more bytes than anybody should read. */
  | { kind: 'huge'; bytes: number };

/** The place where a service looks before it answers. `times` counts down; 0 means well again. */
export class Faults {
  #fault: Fault | undefined;
  #times = 0;
  #only: string | undefined;
  readonly #held: (() => void)[] = [];

  /**
   * The next `times` answers fail in this way; without `times` all do, until `heal`.
   * @param only questions of this name, where a service knows their names
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

  /** What to do with this question, waiting included; undefined means: answer as ever. */
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
