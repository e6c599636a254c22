/**
 * Asks people to confirm their identity. features/people/step-up shows the dialog; `app` connects
 * it. Without it the call stays refused.
 */

/** Resolves to true if confirmed. */
type StepUp = () => Promise<boolean>;

let ask: StepUp | undefined;

export function setStepUp(to: StepUp | undefined): void {
  ask = to;
}

export const stepUp: StepUp = async () => (ask ? ask() : false);
