/** The errors of a form, as messages by field: from the contract's check or a refused call. */
import * as v from 'valibot';
import { fieldOf, messageOf } from './errors.ts';
import type { FormErrors } from './ui/form.tsx';

/** The contract's messages by field, the first of each; empty if the input is valid. */
export function checkInput(schema: v.GenericSchema, input: unknown): Record<string, string> {
  const result = v.safeParse(schema, input);
  const errors: Record<string, string> = {};
  for (const issue of result.issues ?? []) {
    const name = String(issue.path?.[0]?.key ?? 'form');
    errors[name] ??= issue.message;
  }
  return errors;
}

/** The server's refusal, at its field. */
export const failedCall = (error: unknown, fallback: string): FormErrors => ({
  [fieldOf(error) ?? 'form']: messageOf(error, fallback),
});
