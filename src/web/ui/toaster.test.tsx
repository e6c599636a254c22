/** The toast's fixed numbers, first refused, then done. */
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearToasts, dismissToast, toast, toastState } from './toast-store.ts';
import { RecentMessages, Toaster } from './toaster.tsx';
import './toast-view.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  clearToasts();
  vi.useRealTimers();
});

async function pass(ms: number) {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

async function show(input: Parameters<typeof toast>[0]) {
  let id = 0;
  await act(async () => {
    id = toast(input);
  });
  await pass(50);
  return id;
}

const visible = () => document.querySelectorAll('.toast[data-state="open"]');

test('a message does not say its title twice (PLAT-29)', async () => {
  render(<Toaster />);
  await show({ title: 'Failed to save', description: 'Failed to save', destructive: true });
  expect(visible()[0]?.textContent?.match(/Failed to save/g)).toHaveLength(1);
});

test('a failure looks different from a success (PLAT-29)', async () => {
  render(<Toaster />);
  await show({ title: 'Failed', description: 'Try again', destructive: true });
  expect(visible()[0]?.className).toContain('toast-destructive');
  expect(visible()[0]?.textContent).toContain('Try again');
  await show({ title: 'Saved' });
  expect(visible()[0]?.className).not.toContain('toast-destructive');
});

test('at most one toast is visible (PLAT-30)', async () => {
  render(<Toaster />);
  expect(visible()).toHaveLength(0);
  await show({ title: 'First' });
  await show({ title: 'Second' });
  expect(visible()).toHaveLength(1);
  expect(visible()[0]?.textContent).toContain('Second');
});

test('a toast leaves the store 1,000,000 ms after it was dismissed (PLAT-31)', async () => {
  const id = toast({ title: 'Saved' });
  await pass(60_000);
  dismissToast(id);
  await pass(999_999);
  expect(toastState().toasts).toHaveLength(1);
  await pass(1);
  expect(toastState().toasts).toHaveLength(0);
});

test('a toast shows for 5000 ms (PLAT-32)', async () => {
  render(<Toaster />);
  await show({ title: 'Saved' });
  await pass(4900);
  expect(visible()).toHaveLength(1);
  await pass(100);
  expect(visible()).toHaveLength(0);
});

test('a swipe to the right closes it from 50 px on (PLAT-33)', async () => {
  render(<Toaster />);
  await show({ title: 'Saved' });
  await swipe(49);
  expect(toastState().toasts[0]?.open).toBe(true);
  await swipe(-80);
  expect(toastState().toasts[0]?.open).toBe(true);
  await swipe(51);
  expect(toastState().toasts[0]?.open).toBe(false);
});

test('F8 moves the focus to the region named Notification (PLAT-34)', async () => {
  render(<Toaster />);
  await show({ title: 'Saved' });
  const list = screen.getByRole('region', { name: 'Notification' }).querySelector('ol');
  fireEvent.keyDown(document, { key: 'F7', code: 'F7' });
  expect(document.activeElement).not.toBe(list);
  fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
  expect(document.activeElement).toBe(list);
});

test('the words are also in a live region and in the recent messages (PLAT-29)', async () => {
  render(
    <>
      <Toaster />
      <RecentMessages />
    </>,
  );
  expect(screen.queryByText('Recent notices')).toBeNull();
  await show({ title: 'Saved', description: 'Mia is in the book.' });
  await pass(5100);
  const words = screen.getAllByText('Saved. Mia is in the book.');
  expect(words.map((one) => one.getAttribute('role') ?? one.tagName)).toEqual(['status', 'LI']);
});

test('what is shown inline next to its cause is also a toast, but not announced again (PLAT-29)', async () => {
  render(<Toaster />);
  await show({ title: 'Not saved', destructive: true });
  expect(announced()).toBe('Not saved');
  await show({ title: 'Error', description: 'Choose a day', destructive: true, inline: true });
  expect(visible()[0]?.textContent).toContain('Choose a day');
  expect(announced()).toBe('');
});

const announced = () => document.querySelector('div[aria-live]')?.textContent;

async function swipe(x: number) {
  const target = document.querySelector('.toast') as Element;
  const at = (clientX: number) => ({ clientX, clientY: 0, button: 0, pointerId: 1 });
  Object.assign(target, { setPointerCapture: () => {}, releasePointerCapture: () => {} });
  Object.assign(target, { hasPointerCapture: () => false });
  fireEvent.pointerDown(target, at(0));
  fireEvent.pointerMove(target, at(x / 2));
  fireEvent.pointerMove(target, at(x));
  fireEvent.pointerUp(target, at(x));
  await pass(10);
}
