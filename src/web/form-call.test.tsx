/** One form from the first press to the last toast: checked, sent, refused and reported. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endpoint } from '#contract/endpoint.ts';
import { id, line, whole } from '#contract/fields.ts';
import { type Reply, serve } from '#tests/web/support.tsx';
import { type FormCallOptions, useFormCall } from './form-call.ts';
import { setOfflineQueue } from './offline-queue.ts';
import { newQueryClient } from './query.ts';
import { clearToasts, toastState } from './ui/toast-store.ts';

const BOOK = '0190c6e4-1a2b-7c3d-8e4f-0123456789ab';
const ADDRESS = `PATCH /api/books/${BOOK}`;
const rename = endpoint({
  method: 'PATCH',
  path: '/api/books/{id}',
  access: 'user',
  input: v.strictObject({
    id,
    name: line(1, 60, 'A book needs a name'),
    age: whole(1, 18, 'From 1 to 18'),
  }),
  output: v.object({ name: v.string() }),
});
const RIGHT = { id: BOOK, name: 'Mia', age: 9 };

beforeEach(() => clearToasts());
afterEach(() => {
  setOfflineQueue(undefined);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function renderForm(
  answer: Reply | readonly Reply[],
  options: Partial<FormCallOptions<typeof rename>> = {},
) {
  const sent = serve({ [ADDRESS]: answer }, { rename });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={newQueryClient()}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useFormCall(rename, { failed: 'Not renamed', ...options }), {
    wrapper,
  });
  return { form: () => result.current, changes: () => sent.filter(({ call }) => call === ADDRESS) };
}

const lastToast = () => {
  const { title, description, destructive = false } = toastState().recent[0] ?? {};
  return { title, description, destructive };
};

test('what the contract refuses is reported at its field and not sent', () => {
  const { form, changes } = renderForm([200, { name: 'Mia' }], {
    toasts: { wrong: ({ name }) => ({ title: 'Name Required', description: name }) },
  });
  act(() => form().submit({ id: BOOK, name: '  ', age: 19 }));
  expect(form().errors).toEqual({ name: 'A book needs a name', age: 'From 1 to 18' });
  expect(lastToast()).toEqual({
    title: 'Name Required',
    description: 'A book needs a name',
    destructive: true,
  });
  expect(changes()).toEqual([]);
});

test('what no contract knows is refused too, and may take an error of the contract back', () => {
  const { form, changes } = renderForm([200, { name: 'Mia' }]);
  act(() => form().submit(RIGHT, { form: 'Two books have this name' }));
  expect(form().errors).toEqual({ form: 'Two books have this name' });
  act(() => form().submit({ ...RIGHT, age: 19 }, { name: 'Say more', age: undefined }));
  expect(form().errors).toEqual({ name: 'Say more' });
  expect(changes()).toEqual([]);
});

test('valid input is sent as typed, confirmed, and clears the errors', async () => {
  const onDone = vi.fn();
  const toasts = { done: ({ name }: { name: string }) => ({ title: `Renamed to ${name}` }) };
  const { form, changes } = renderForm([200, { name: 'Mia' }], { toasts, onDone });
  act(() => form().submit({ ...RIGHT, name: '' }));
  act(() => form().submit(RIGHT));
  expect(form().errors).toEqual({});
  expect(form().busy).toBe(true);
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(changes().map(({ body }) => body)).toEqual([{ name: 'Mia', age: 9 }]);
  expect(lastToast()).toMatchObject({ title: 'Renamed to Mia', destructive: false });
  await waitFor(() => expect(form().busy).toBe(false));
});

test('a refusal of the server is shown at its field, or above the form if it has none', async () => {
  const refusal = (field: string) => [409, { message: 'Taken', code: 'CONFLICT', field }] as const;
  const { form } = renderForm([refusal('name'), refusal('id')]);
  act(() => form().submit(RIGHT));
  await waitFor(() => expect(form().errors).toEqual({ name: 'Taken' }));
  expect(lastToast()).toEqual({ title: 'Error', description: 'Taken', destructive: true });
  act(() => form().submit(RIGHT));
  await waitFor(() => expect(form().errors).toEqual({ form: 'Taken' }));
});

test('the form words a failure that comes without words (PLAT-21)', async () => {
  const failed = (description: string) => ({ title: 'Update Failed', description });
  const { form } = renderForm([418, undefined], { toasts: { failed } });
  act(() => form().submit(RIGHT));
  await waitFor(() => expect(form().errors).toEqual({ form: 'Not renamed' }));
  expect(lastToast()).toMatchObject({ title: 'Update Failed', description: 'Not renamed' });
});

test('what never got an answer waits on this device where the form allows it', async () => {
  setOfflineQueue(async () => true);
  vi.useFakeTimers();
  const onKept = vi.fn();
  const { form } = renderForm('offline', { onKept });
  act(() => form().submit(RIGHT));
  await act(() => vi.advanceTimersByTimeAsync(10_000)); // all retries
  expect(onKept).toHaveBeenCalledOnce();
  expect(form().errors).toEqual({});
  expect(lastToast()).toMatchObject({ title: 'Kept on this device' });
});
