import { act, render } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Announced } from './announced';

beforeEach(() => vi.useFakeTimers());

test('announces a changing text at most every ten seconds, with its latest value', () => {
  const { rerender, getByRole } = render(<Announced words="" />);
  const messages: string[] = [];
  for (let second = 1; second <= 40; second += 1) {
    rerender(<Announced words={`${second} newer`} />);
    act(() => {
      vi.advanceTimersByTime(1_000);
    });
    const now = getByRole('status').textContent ?? '';
    if (messages.at(-1) !== now) messages.push(now);
  }
  expect(messages[0]).toBe('1 newer');
  expect(messages.length).toBeGreaterThan(2);
  expect(messages.length).toBeLessThanOrEqual(5);
});
