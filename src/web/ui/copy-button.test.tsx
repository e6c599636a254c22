/** The copy button's three states. */
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { CopyButton } from './copy-button.tsx';

const writeText = vi.fn<(text: string) => Promise<void>>();
Object.defineProperty(navigator, 'clipboard', { value: { writeText } });

afterEach(() => {
  vi.useRealTimers();
  writeText.mockReset();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('a refused clipboard never says copied (PLAT-36)', async () => {
  vi.useFakeTimers();
  writeText.mockRejectedValue(new Error('not allowed'));
  const onFailure = vi.fn();
  render(<CopyButton text="tb1q" onFailure={onFailure} />);
  fireEvent.click(screen.getByRole('button'));
  await pass(0);
  expect(screen.getByRole('button').textContent).toBe('Copy');
  expect(onFailure).toHaveBeenCalledOnce();
});

test('idle, copied for 2000 ms, then idle again (PLAT-36)', async () => {
  vi.useFakeTimers();
  writeText.mockResolvedValue();
  render(<CopyButton text="tb1q" />);
  const button = screen.getByRole('button', { name: 'Copy' });
  fireEvent.click(button);
  await pass(0);
  expect(writeText).toHaveBeenCalledWith('tb1q');
  expect(button.textContent).toContain('Copied!');
  expect(screen.getByRole('status').textContent).toBe('Copied!');
  await pass(1999);
  expect(button.textContent).toContain('Copied!');
  await pass(1);
  expect(button.textContent).toBe('Copy');
});
