/** Tooltips: their two times, and the keyboard. */
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Tooltip } from './tooltip.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  vi.advanceTimersByTime(60_000);
});

afterEach(() => {
  vi.useRealTimers();
});

function draw() {
  render(
    <>
      <Tooltip text="First words">
        <button type="button">One</button>
      </Tooltip>
      <Tooltip text="Second words">
        <button type="button">Two</button>
      </Tooltip>
    </>,
  );
  return screen.getAllByRole('button') as [HTMLElement, HTMLElement];
}

const tip = () => screen.queryByRole('tooltip', { hidden: true })?.textContent ?? null;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const enter = (element: HTMLElement) => fireEvent.pointerOver(element, { pointerType: 'mouse' });
const leave = (element: HTMLElement) => fireEvent.pointerOut(element);

test('PLAT-35 a tooltip waits 700 ms, and does not come when the pointer is gone', async () => {
  const [one] = draw();
  enter(one);
  await pass(699);
  expect(tip()).toBeNull();
  leave(one);
  await pass(1000);
  expect(tip()).toBeNull();
  enter(one);
  await pass(700);
  expect(tip()).toBe('First words');
});

test('PLAT-35 within 300 ms of the last one the next comes at once, later it waits again', async () => {
  const [one, two] = draw();
  enter(one);
  await pass(700);
  leave(one);
  await pass(300);
  enter(two);
  expect(tip()).toBeNull();
  await pass(700);
  leave(two);
  await pass(299);
  enter(one);
  expect(tip()).toBe('First words');
});

test('keyboard focus shows it at once and ties it to its button; Esc puts it away', () => {
  const [one] = draw();
  expect(one.getAttribute('aria-describedby')).toBeNull();
  vi.spyOn(one, 'matches').mockReturnValue(true);
  fireEvent.focus(one);
  expect(tip()).toBe('First words');
  expect(document.getElementById(one.getAttribute('aria-describedby') ?? '')).not.toBeNull();
  fireEvent.keyDown(one, { key: 'Escape' });
  expect(tip()).toBeNull();
});
