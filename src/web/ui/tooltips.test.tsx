/** Tooltips: one for every icon button; their two times, and the keyboard. */
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Button } from './button.tsx';
import { startTooltips } from './tooltips.ts';

let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.advanceTimersByTime(60_000);
  stop = startTooltips();
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

function draw() {
  render(
    <>
      <Button iconOnly aria-label="First words">
        <svg data-testid="icon" />
      </Button>
      <Button iconOnly aria-label="Second words" />
      <Button>Words</Button>
    </>,
  );
  return screen.getAllByRole('button') as [HTMLElement, HTMLElement, HTMLElement];
}

const tip = () => document.querySelector('.tip')?.textContent ?? null;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const enter = (element: Element) => fireEvent.pointerOver(element, { pointerType: 'mouse' });
const leave = () => enter(document.body);

test('a tooltip waits 700 ms, and does not appear if the pointer has left (PLAT-35)', async () => {
  const [one] = draw();
  enter(one);
  await pass(600);
  enter(screen.getByTestId('icon')); // still on the button
  await pass(99);
  expect(tip()).toBeNull();
  leave();
  await pass(1000);
  expect(tip()).toBeNull();
  enter(one);
  await pass(700);
  expect(tip()).toBe('First words');
  leave();
  expect(tip()).toBeNull();
});

test('within 300 ms of the last one the next appears at once, later it waits again (PLAT-35)', async () => {
  const [one, two] = draw();
  enter(one);
  await pass(700);
  leave();
  await pass(300);
  enter(two);
  expect(tip()).toBeNull();
  await pass(700);
  leave();
  await pass(299);
  enter(one);
  expect(tip()).toBe('First words');
});

test('a finger, and a button with words, get none (PLAT-35)', async () => {
  const [one, , three] = draw();
  fireEvent.pointerOver(one, { pointerType: 'touch' });
  await pass(1000);
  enter(three);
  await pass(1000);
  expect(tip()).toBeNull();
});

test('keyboard focus shows it at once; Esc or a press puts it away', () => {
  const [one] = draw();
  vi.spyOn(one, 'matches').mockReturnValue(true);
  act(() => one.focus());
  expect(tip()).toBe('First words');
  expect(document.querySelector('.tip')?.getAttribute('aria-hidden')).toBe('true');
  fireEvent.keyDown(one, { key: 'Escape' });
  expect(tip()).toBeNull();
  act(() => one.blur());
  act(() => one.focus());
  expect(tip()).toBe('First words');
  fireEvent.pointerDown(one);
  expect(tip()).toBeNull();
});
