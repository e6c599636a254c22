/** The state of one form: its errors, whether it is being sent, and the toasts about it. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { type Endpoint, type Input, type Output, pathParams } from '#contract/endpoint.ts';
import { messageOf } from './errors.ts';
import { checkInput, failedCall } from './form-errors.ts';
import { queueIfOffline } from './offline-queue.ts';
import { useCall } from './query.ts';
import type { FormErrors } from './ui/form.tsx';
import { type ToastInput, toast } from './ui/toast-store.ts';

/** An input as typed: the compiler checks its names, the contract its values. */
export type Typed<E extends Endpoint> = { [Name in keyof Input<E>]: unknown };

type Words = ToastInput | undefined;

export interface FormCallOptions<E extends Endpoint> {
  /** The message for a failure without one from the server. */
  failed: string | ((error: unknown) => string);
  /**
   * Fields that can show an error; by default all inputs outside the path. Other errors appear on
   * top.
   */
  fields?: readonly string[];
  toasts?: {
    /** By default none. */
    done?: (answer: Output<E>, input: Input<E>) => Words;
    /** The toast for invalid input. By default none. */
    wrong?: (errors: Readonly<Record<string, string>>) => Words;
    /** By default "Error" and the message. */
    failed?: (message: string, error: unknown) => Words;
  };
  onDone?: (answer: Output<E>, input: Input<E>) => void;
  onFail?: (error: unknown) => void;
  /**
   * If given, a call without a reply may wait on this device (offline-queue.ts); called if it does.
   */
  onKept?: () => void;
  /** `onDone` runs before the screen is refetched (query.ts). */
  doneFirst?: boolean;
  /** The screen handles a 401 itself. */
  quiet?: boolean;
}

/**
 * Sends the input if the contract's schema accepts it, under one idempotency key per action
 * (`useCall`). Errors appear at their fields, whether the schema or the server found them.
 */
export function useFormCall<E extends Endpoint>(endpoint: E, options: FormCallOptions<E>) {
  const { failed, toasts = {}, onDone, onFail, onKept, doneFirst = false, quiet = false } = options;
  const [errors, setErrors] = useState<FormErrors>({});
  const fail = (error: unknown, input: object) => {
    const fallback = typeof failed === 'string' ? failed : failed(error);
    setErrors(placed(failedCall(error, fallback), fieldsOf(endpoint, input, options.fields)));
    const description = messageOf(error, fallback);
    const words = toasts.failed
      ? toasts.failed(description, error)
      : { title: t`Error`, description };
    if (words) toast({ ...words, destructive: true, inline: true });
  };
  const change = useCall(endpoint, {
    doneFirst,
    quiet,
    onDone: (answer, input) => {
      const words = toasts.done?.(answer, input);
      if (words) toast(words);
      onDone?.(answer, input);
    },
    onFail: (error, sent) => {
      onFail?.(error);
      if (onKept)
        void queueIfOffline(error, endpoint, sent, onKept, () => fail(error, sent.input as object));
      else fail(error, sent.input as object);
    },
  });
  return {
    errors,
    busy: change.isPending,
    /** The input being sent. */
    sending: change.isPending ? change.variables.input : undefined,
    /** Shows errors and sends nothing. */
    refuse: setErrors,
    /** @param also errors that no contract can find; undefined removes one that it found */
    submit(typed: Typed<E>, also: FormErrors = {}) {
      const found = placed(
        checkInput(endpoint.input, typed),
        fieldsOf(endpoint, typed, options.fields),
      );
      const wrong = known({ ...found, ...also });
      setErrors(wrong);
      if (Object.keys(wrong).length === 0) return change.run(typed as Input<E>);
      const words = toasts.wrong?.(wrong);
      if (words) toast({ ...words, destructive: true, inline: true });
    },
  };
}

const fieldsOf = ({ path }: Endpoint, typed: object, fields?: readonly string[]) =>
  fields ?? Object.keys(typed).filter((name) => !pathParams(path).includes(name));

/** The first error that belongs to no field of the form; shown above it. */
function placed(errors: FormErrors, fields: readonly string[]): FormErrors {
  const all: Record<string, string | undefined> = {};
  for (const [name, message] of Object.entries(errors))
    all[fields.includes(name) ? name : 'form'] ??= message;
  return all;
}

const known = (errors: FormErrors): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).filter((one): one is [string, string] => Boolean(one[1])),
  );
