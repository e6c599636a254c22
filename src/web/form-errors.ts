/** From a contract's checks, and from a refused call, to messages beside the fields of a form. */
import * as v from 'valibot';
import { fieldOf, messageOf } from './errors.ts';
import type { FormErrors } from './ui/form.tsx';

/** The messages of the contract by field, the first of each; undefined when all is well. */
export function checkInput(schema: v.GenericSchema, input: unknown): FormErrors | undefined {
  const result = v.safeParse(schema, input);
  if (result.success) return undefined;
  const errors: Record<string, string> = {};
  for (const issue of result.issues) {
    const name = String(issue.path?.[0]?.key ?? 'form');
    errors[name] ??= issue.message;
  }
  return errors;
}

/** What the server said, beside its field if the form has it, else above the form. */
export function failedCall(
  error: unknown,
  fallback: string,
  fields: readonly string[],
): FormErrors {
  const field = fieldOf(error);
  const name = field !== undefined && fields.includes(field) ? field : 'form';
  return { [name]: messageOf(error, fallback) };
}
