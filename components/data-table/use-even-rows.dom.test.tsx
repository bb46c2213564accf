import { act, cleanup, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useEvenRows } from './use-even-rows';

/** Where the first row stands: jsdom lays nothing out. */
let top = 0;
let resized: () => void = () => undefined;

beforeEach(() => {
  top = 0;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(told: () => void) {
        resized = told;
      }
      observe() {
        resized();
      }
      disconnect() {
        resized = () => undefined;
      }
    },
  );
  vi.spyOn(HTMLTableSectionElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => ({ top }) as DOMRect,
  );
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function Long({ count }: { count: number }) {
  const list = useRef<HTMLTableElement>(null);
  const { first, end, before, after } = useEvenRows(list, count, true);
  return (
    <table ref={list} data-before={before} data-after={after}>
      <tbody>
        {Array.from({ length: end - first }, (_, index) => (
          <tr key={first + index} data-row={first + index} />
        ))}
      </tbody>
    </table>
  );
}

const drawn = () => [...document.querySelectorAll('tr')].map((row) => Number(row.getAttribute('data-row')));
const room = () => {
  const { before, after } = document.querySelector('table')!.dataset;
  return Number(before) + Number(after) + 35 * drawn().length;
};

it('draws what comes to a short list, without a word from anybody', () => {
  const { rerender } = render(<Long count={3} />);
  expect(drawn()).toEqual([0, 1, 2]);
  rerender(<Long count={28} />);
  expect(drawn()).toHaveLength(28);
});

it('has the rows in sight in the document as soon as the page has scrolled, and the list keeps its height', () => {
  render(<Long count={5_000} />);
  for (const to of [400, 40_000, 39_000, 170_000, 0]) {
    top = -to;
    window.dispatchEvent(new Event('scroll'));
    const rows = drawn();
    expect(rows[0]).toBeLessThanOrEqual(Math.floor(to / 35));
    expect(rows.at(-1)).toBeGreaterThanOrEqual(
      Math.min(4_999, Math.ceil((to + window.innerHeight) / 35) - 1),
    );
    expect(rows.length).toBeLessThan(60);
    expect(room()).toBe(5_000 * 35);
    act(() => resized());
  }
});

it('draws no rows beyond the edges while a flick leaps over them, and does when it has come to rest', () => {
  vi.useFakeTimers();
  render(<Long count={5_000} />);
  for (const to of [40_000, 42_000, 44_000]) {
    top = -to;
    window.dispatchEvent(new Event('scroll'));
    act(() => void vi.advanceTimersByTime(149));
    expect(drawn().length).toBeLessThan(window.innerHeight / 35 + 6);
  }
  act(() => void vi.advanceTimersByTime(1));
  expect(drawn()[0]).toBeLessThanOrEqual(Math.floor(44_000 / 35) - 14);
  expect(drawn().length).toBeGreaterThan(window.innerHeight / 35 + 27);
  vi.useRealTimers();
});
