import { act, cleanup, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useVirtualRows } from './virtual-rows';

/** Height of what stands above the list: jsdom lays nothing out. */
const ABOVE = 200;
let rowHeight = 35;
let resized: () => void = () => undefined;

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  rowHeight = 35;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resized = callback;
      }
      observe() {
        resized();
      }
      disconnect() {
        resized = () => undefined;
      }
    },
  );
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.spyOn(HTMLTableSectionElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => ({ top: ABOVE - window.scrollY }) as DOMRect,
  );
  vi.spyOn(HTMLTableRowElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => ({ height: rowHeight }) as DOMRect,
  );
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  window.scrollY = 0;
});

function Long({ count }: { count: number }) {
  const list = useRef<HTMLTableElement>(null);
  const { first, end, before, after } = useVirtualRows(list, count, String);
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

const renderedRows = () =>
  [...document.querySelectorAll('tr')].map((row) => Number(row.getAttribute('data-row')));
const height = () => {
  const { before, after } = document.querySelector('table')!.dataset;
  return Number(before) + Number(after) + rowHeight * renderedRows().length;
};
const scrollTo = (y: number) => {
  window.scrollY = y;
  window.dispatchEvent(new Event('scroll'));
};

it('renders all rows of a list that grows', () => {
  const { rerender } = render(<Long count={3} />);
  expect(renderedRows()).toEqual([0, 1, 2]);
  rerender(<Long count={20} />);
  expect(renderedRows()).toHaveLength(20);
});

it('leaves the window where it is when it is mounted', () => {
  render(<Long count={5_000} />);
  expect(window.scrollTo).not.toHaveBeenCalled();
});

it('has the rows in view in the document as soon as the page has scrolled, and keeps the height of the list', () => {
  render(<Long count={5_000} />);
  for (const to of [400, 40_000, 39_000, 170_000, 0]) {
    scrollTo(ABOVE + to);
    const rows = renderedRows();
    expect(rows[0]).toBeLessThanOrEqual(Math.floor(to / 35));
    expect(rows.at(-1)).toBeGreaterThanOrEqual(
      Math.min(4_999, Math.ceil((to + window.innerHeight) / 35) - 1),
    );
    expect(rows.length).toBeLessThan(60);
    expect(height()).toBe(5_000 * 35);
  }
});

it('has all rows while the page is printed', () => {
  render(<Long count={500} />);
  const inView = renderedRows().length;
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(renderedRows()).toHaveLength(500);
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(renderedRows()).toHaveLength(inView);
});

it('follows the rows when their height changes', () => {
  render(<Long count={5_000} />);
  rowHeight = 28;
  act(() => resized());
  expect(height()).toBe(5_000 * 28);
  expect(renderedRows().at(-1)).toBeGreaterThanOrEqual(Math.floor((window.innerHeight - ABOVE) / 28));
});
