import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { LongText } from './long-text';
import { PortValue } from './port-value';
import { CaptionedTable, RowsTable } from './table';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const rows = [...Array(200).keys()];
const mounted = () => document.querySelectorAll('tbody tr').length;

test('mounts a long table in steps, with what is selected first', () => {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  const rendered: number[] = [];
  const columns = [{ head: 'Number', cell: (row: number) => (rendered.push(row), row) }];
  const isSelected = (row: number) => row === 150;
  render(<RowsTable label="Numbers" columns={columns} rows={rows} rowKey={String} isSelected={isSelected} />);
  const table = screen.getByRole('table');
  expect(mounted()).toBe(21);
  expect(screen.getByText('150')).toBeTruthy();
  expect(table.getAttribute('aria-busy')).toBe('true');
  for (let frame = frames.shift(); frame !== undefined; frame = frames.shift()) {
    const before = mounted();
    act(() => frame?.(0));
    expect(mounted() - before).toBeLessThanOrEqual(20);
  }
  expect(mounted()).toBe(200);
  // A row that is mounted is not rendered again for those that follow.
  expect(rendered.toSorted((a, b) => a - b)).toEqual(rows);
  expect(table.getAttribute('aria-busy')).toBeNull();
});

test('a short table is complete at once', () => {
  render(<RowsTable columns={[{ head: 'Number', cell: String }]} rows={rows.slice(0, 40)} rowKey={String} />);
  expect(mounted()).toBe(40);
});

test('a printed page has all rows and values, and afterwards the first ones again', () => {
  const columns = [{ head: 'Number', cell: String }];
  render(
    <>
      <CaptionedTable caption="Slowest" none="" first={10} columns={columns} rows={rows} rowKey={String} />
      <PortValue port={{ many: rows.map((data) => ({ kind: 'data', data })) }} />
    </>,
  );
  const itemCount = () => screen.getAllByRole('listitem').length;
  expect(mounted()).toBe(10);
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect([mounted(), itemCount()]).toEqual([200, 200]);
  expect(screen.queryByRole('button', { name: /more/ })).toBeNull();
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(mounted()).toBe(10);
});

test('more values of a port are mounted in steps', () => {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  render(<PortValue port={{ many: rows.map((data) => ({ kind: 'data', data })) }} />);
  const next = () => act(() => frames.shift()?.(0));
  while (frames.length > 0) next();
  const itemCount = () => screen.getAllByRole('listitem').length;
  expect(itemCount()).toBe(50);
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(itemCount()).toBeLessThanOrEqual(80);
  while (frames.length > 0) next();
  expect(itemCount()).toBe(200);
});

test('a reason of half a megabyte is shown in part', () => {
  const { container } = render(<LongText text={'no answer. '.repeat(45_000)} label="reason" />);
  expect(container.textContent.length).toBeLessThan(25_000);
  expect(screen.getByText(/Truncated, 495 kB/)).toBeTruthy();
  cleanup();
  expect(render(<LongText text="no answer" label="reason" />).container.textContent).toBe('no answer');
});
