import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { IndexFinding } from './use-index-search';

const push = vi.fn();
vi.mock('next/navigation', () => ({ useRouter: () => ({ push }) }));
// The files of a worker share modules: those that another file has imported don't get the mock, and theirs must not be these.
vi.resetModules();
afterAll(() => vi.resetModules());
const { KnownNames } = await import('@/components/values/names');
const { Omnibox } = await import('./omnibox');
beforeEach(() => push.mockClear());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  window.localStorage.clear();
});

const id = `0x${'ab'.repeat(32)}`;
const dag = { what: 'DAG', id, href: `/dags/${id}`, note: 'finalized' };
const found = (hits: IndexFinding['hits']) => () =>
  Promise.resolve({ hits, tried: [{ what: 'leader', outcome: 'not found' }] });
/** Far longer than the pause before a search. */
const MINUTE_MS = 60_000;
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
const box = () => screen.getByRole('combobox');
const type = (text: string) => fireEvent.change(box(), { target: { value: text } });

it('/ focuses the search box, except while typing elsewhere', () => {
  render(
    <>
      <textarea aria-label="other" />
      <Omnibox find={found([])} />
    </>,
  );
  fireEvent.keyDown(screen.getByLabelText('other'), { key: '/' });
  expect(document.activeElement).not.toBe(box());
  fireEvent.keyDown(document.body, { key: '/' });
  expect(document.activeElement).toBe(box());
});

it('Escape returns the focus to where / was pressed', () => {
  render(
    <>
      <button type="button">a row</button>
      <Omnibox find={found([])} />
    </>,
  );
  const row = screen.getByRole('button', { name: 'a row' });
  row.focus();
  fireEvent.keyDown(row, { key: '/' });
  expect(document.activeElement).toBe(box());
  fireEvent.keyDown(box(), { key: 'Escape' });
  expect(document.activeElement).toBe(row);
});

it('shows what was searched without a result only where there is none, and Enter opens a result', async () => {
  const { unmount } = render(<Omnibox find={found([])} />);
  type(id);
  await screen.findByText(/No results for .* No matching leader/);
  unmount();
  render(<Omnibox find={found([dag])} />);
  type(id);
  await screen.findByRole('option');
  expect(screen.queryByText(/No matching|No results/)).toBeNull();
  fireEvent.keyDown(box(), { key: 'Enter' });
  expect(push).toHaveBeenCalledWith(dag.href);
});

it('Enter before the response opens a single hit when it arrives', async () => {
  render(<Omnibox find={found([dag])} />);
  type(id);
  fireEvent.keyDown(box(), { key: 'Enter' });
  expect(push).not.toHaveBeenCalled();
  await waitFor(() => expect(push).toHaveBeenCalledWith(dag.href));
});

it('Enter retries a failed search and opens what it finds', async () => {
  const answers: IndexFinding[] = [
    { hits: [], tried: [{ what: 'DAG', outcome: 'failed' }] },
    { hits: [dag], tried: [{ what: 'DAG', outcome: 'found' }] },
  ];
  const find = vi.fn(() => Promise.resolve(answers.shift() ?? { hits: [], tried: [] }));
  render(<Omnibox find={find} />);
  type(id);
  await screen.findByText(/Couldn't search DAG. Press Enter to retry/);
  fireEvent.keyDown(box(), { key: 'Enter' });
  await waitFor(() => expect(push).toHaveBeenCalledWith(dag.href));
  expect(find).toHaveBeenCalledTimes(2);
});

it('opens none of several hits automatically; arrow keys choose', async () => {
  const other = { what: 'leader', id, href: `/leaders/${id}`, note: null };
  render(<Omnibox find={found([dag, other])} />);
  type(id);
  fireEvent.keyDown(box(), { key: 'Enter' });
  expect(await screen.findAllByRole('option')).toHaveLength(2);
  expect(push).not.toHaveBeenCalled();
  fireEvent.keyDown(box(), { key: 'ArrowDown' });
  fireEvent.keyDown(box(), { key: 'Enter' });
  expect(push).toHaveBeenCalledWith(other.href);
});

it('finds pages, event kinds and actions by name without a request', async () => {
  const run = vi.fn();
  render(<Omnibox find={() => new Promise(() => undefined)} actions={[{ title: 'Dark theme', run }]} />);
  type('usage');
  expect((await screen.findByRole('option')).textContent).toContain('Key & usage');
  type('walkadvanced');
  expect((await screen.findByRole('option')).textContent).toContain('WalkAdvanced');
  fireEvent.keyDown(box(), { key: 'Enter' });
  expect(push).toHaveBeenCalledWith('/events?kinds=WalkAdvanced');
  type('dark th');
  fireEvent.click(await screen.findByRole('option'));
  expect(run).toHaveBeenCalled();
});

it('shows what things are called, in results and among recently viewed ones, and finds them by it', async () => {
  const names = new Map([[id, { family: 'dag', id, name: 'Plans berths' } as const]]);
  const skill = {
    what: 'skill',
    id: `${id}/1`,
    name: 'Moves ships',
    href: `/agents/${id}?skill=1`,
    note: null,
  };
  window.localStorage.setItem('dagscope.recents', JSON.stringify([dag.href]));
  render(
    <KnownNames value={names}>
      <Omnibox find={found([dag, skill])} />
    </KnownNames>,
  );
  type('berths');
  const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(options()).toEqual([expect.stringMatching(/^DAGPlans berths0xabab/)]);
  type('ships');
  await screen.findByText('Moves ships');
  expect(options()).toEqual([
    expect.stringMatching(/^DAGPlans berths0xabab/),
    expect.stringMatching(/^skillMoves ships0xabab.*skill 1/),
  ]);
  fireEvent.click(screen.getByText('Moves ships'));
  expect(push).toHaveBeenCalledWith(skill.href);
});

it.each([
  ['failed', '/executions?status=failed'],
  ['terminal tool', '/executions?failure_class=terminal_tool_failure'],
  ['refunded', '/payments?final_state=refunded'],
  ['slashed leaders', '/leaders?status=slashed'],
  ['paused', '/tasks?status=paused'],
  ['unregistered', '/tools?registered=false'],
])('%s leads to the rows in this state, above what the index finds', async (text, href) => {
  render(<Omnibox find={found([dag])} />);
  type(text);
  await screen.findByText('finalized');
  fireEvent.click(screen.getAllByRole('option')[0]!);
  expect(push).toHaveBeenCalledWith(href);
});

it('offers recently viewed objects, then pages, then actions', () => {
  window.localStorage.setItem('dagscope.recents', JSON.stringify([dag.href]));
  render(<Omnibox find={found([])} actions={[{ title: 'Dark theme', run: vi.fn() }]} />);
  fireEvent.focus(box());
  const options = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(options[0]).toMatch(/^DAG.*recent$/);
  expect(options[1]).toBe('pageOverview');
  expect(options.at(-1)).toBe('actionDark theme');
});

it('Ctrl-K focuses the search box even while typing; recently viewed objects are offered', async () => {
  window.localStorage.setItem('dagscope.recents', JSON.stringify([dag.href]));
  render(
    <>
      <textarea aria-label="other" />
      <Omnibox find={found([])} />
    </>,
  );
  fireEvent.keyDown(screen.getByLabelText('other'), { key: 'k', ctrlKey: true });
  expect(document.activeElement).toBe(box());
  fireEvent.click(await screen.findByRole('option', { name: /recent/ }));
  expect(push).toHaveBeenCalledWith(dag.href);
});

it('a newer text aborts the previous search', async () => {
  const signals: AbortSignal[] = [];
  render(
    <Omnibox
      find={(_, signal) => {
        signals.push(signal);
        return new Promise(() => undefined);
      }}
    />,
  );
  type('one');
  await waitFor(() => expect(signals).toHaveLength(1));
  type('two');
  await waitFor(() => expect(signals).toHaveLength(2));
  expect(signals.map((signal) => signal.aborted)).toEqual([true, false]);
});

it('finds labels, and sends their text to the index only on request', () => {
  vi.useFakeTimers();
  const label = { type: 'agent', ref: id, label: 'Treasury bot' } as const;
  window.localStorage.setItem('dagscope.labels', JSON.stringify([label]));
  const find = vi.fn(found([dag]));
  render(<Omnibox find={find} />);
  type('treas');
  expect(screen.getAllByRole('option')[0]?.textContent).toContain('Treasury bot');
  expect(screen.getByRole('status').textContent).toContain('index was not searched');
  pass(MINUTE_MS);
  expect(find).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText('Search the index for this text'));
  pass(MINUTE_MS);
  expect(find).toHaveBeenCalledTimes(1);
  type('treasury');
  fireEvent.keyDown(box(), { key: 'Enter' });
  expect(push).toHaveBeenCalledWith(`/agents/${id}`);
});

it.each([
  ['Escape', () => fireEvent.keyDown(box(), { key: 'Escape' })],
  ['leaving the box', () => fireEvent.blur(box())],
])('keeps the text of a label in the browser after %s', (_, close) => {
  vi.useFakeTimers();
  const label = { type: 'agent', ref: id, label: 'Treasury bot' } as const;
  window.localStorage.setItem('dagscope.labels', JSON.stringify([label]));
  const find = vi.fn(found([dag]));
  render(<Omnibox find={find} />);
  type('treas');
  close();
  expect(box().getAttribute('aria-expanded')).toBe('false');
  pass(MINUTE_MS);
  expect(find).not.toHaveBeenCalled();
});

it('reports an invalid id and does not search for it', () => {
  vi.useFakeTimers();
  const find = vi.fn(found([]));
  render(<Omnibox find={find} />);
  type(`${id}0`);
  expect(screen.getByRole('status').textContent).toContain('Invalid ID');
  pass(MINUTE_MS);
  expect(find).not.toHaveBeenCalled();
});
