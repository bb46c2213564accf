import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, expect, it, vi } from 'vitest';

const ref = `0x${'ab'.repeat(32)}`;
const treasury = { type: 'agent', ref, label: 'Treasury' } as const;
vi.mock('next/navigation', () => ({ usePathname: () => `/agents/${ref}` }));
// The files of a worker share modules: those that another file has imported don't get the mock, and theirs must not be these.
vi.resetModules();
afterAll(() => vi.resetModules());
const { Id } = await import('@/components/values/id');
const { KnownNames } = await import('@/components/values/names');
const { labelLines } = await import('@/lib/client/id-labels');
const { LabelButton } = await import('./label-button');
const { LabelDialog } = await import('./label-dialog');
const { ManageLabelsDialog } = await import('./manage-labels-dialog');
const { LabelsProvider } = await import('./labels-provider');
const { storedLabels } = await import('./stored-labels');

afterEach(() => {
  cleanup();
  storedLabels.set([]);
});

const link = () => screen.getByRole('link');

it('shows the label in place of the id, which stays in title and name', () => {
  render(
    <LabelsProvider>
      <Id value={ref} family="agent" />
    </LabelsProvider>,
  );
  expect(link().textContent).toContain(treasury.ref);
  act(() => storedLabels.set([treasury]));
  expect(link().textContent).not.toContain(treasury.ref);
  expect(link().getAttribute('title')).toBe(`Treasury (${ref})`);
  expect(link().getAttribute('href')).toBe(`/agents/${ref}`);
  expect(screen.getByRole('link', { name: `Treasury, agent ${ref}` })).toBeDefined();
});

it('replaces a derived title', () => {
  storedLabels.set([treasury]);
  render(
    <LabelsProvider>
      <Id value={ref} family="agent" name="Summarizes pages" withId />
    </LabelsProvider>,
  );
  expect(screen.queryByText('Summarizes pages')).toBeNull();
  expect(screen.getByText('Treasury')).toBeDefined();
  expect(link().textContent).toContain(treasury.ref);
});

it('labels an id, and removes the label', () => {
  const close = vi.fn();
  const { unmount } = render(<LabelDialog target={{ type: 'agent', ref }} onClose={close} />);
  fireEvent.change(screen.getByRole('textbox', { name: 'Label' }), { target: { value: ' Treasury ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save label' }));
  expect(storedLabels.get()).toEqual([treasury]);
  expect(close).toHaveBeenCalledTimes(1);
  unmount();
  render(<LabelDialog target={{ type: 'agent', ref }} onClose={close} />);
  fireEvent.click(screen.getByRole('button', { name: 'Remove label' }));
  expect(storedLabels.get()).toEqual([]);
});

it('shows the label of the page', () => {
  storedLabels.set([treasury]);
  render(
    <LabelsProvider>
      <LabelButton />
    </LabelsProvider>,
  );
  expect(screen.getByRole('button', { name: /^Edit label:\s*Treasury$/ })).toBeDefined();
});

it('imports a file and names its bad lines, then deletes all', async () => {
  render(<ManageLabelsDialog onClose={() => undefined} />);
  const text = `${labelLines([treasury])}no json\n`;
  const file = new File([text], 'labels.jsonl');
  // jsdom's files have no text().
  Object.defineProperty(file, 'text', { value: () => Promise.resolve(text) });
  fireEvent.change(screen.getByLabelText('Import labels'), { target: { files: [file] } });
  await screen.findByText('1 label imported');
  expect(screen.getByText('Line 2: not a JSON object')).toBeDefined();
  expect(storedLabels.get()).toEqual([treasury]);
  fireEvent.click(screen.getByRole('button', { name: 'Delete all' }));
  fireEvent.click(screen.getByRole('button', { name: 'Delete 1 label' }));
  await waitFor(() => expect(storedLabels.get()).toEqual([]));
});

it('puts the label first, shows the id beside a name that is shared, and keeps the names of parts', () => {
  storedLabels.set([treasury]);
  const other = `0x${'cd'.repeat(32)}`;
  const nameEntry = (id: string, family: 'agent' | 'execution', name: string) =>
    [id, { family, id, name }] as const;
  const run = `0x${'ef'.repeat(32)}`;
  const names = new Map([
    nameEntry(ref, 'agent', 'Plans'),
    nameEntry(other, 'agent', 'Moves'),
    nameEntry(run, 'execution', 'Moves'),
  ]);
  const { container, rerender } = render(
    <KnownNames value={names}>
      <Id family="agent" value={other} copy={false} />
    </KnownNames>,
  );
  const text = () => container.textContent;
  expect(text()).toBe('Moves');
  expect(screen.getByRole('link').getAttribute('aria-label')).toBe(`Moves, agent ${other}`);
  const shared = new Map([...names, nameEntry(`0x${'01'.repeat(32)}`, 'agent', 'Moves')]);
  rerender(
    <KnownNames value={shared}>
      <Id family="agent" value={other} copy={false} />
    </KnownNames>,
  );
  expect(text()).toBe(`Moves${other}`);
  rerender(
    <KnownNames value={names}>
      <Id family="execution" value={run} copy={false} />
      <Id family="execution" value={run} bare copy={false} />
    </KnownNames>,
  );
  expect(text()).toBe(`Moves${run}${run}`);
  rerender(
    <LabelsProvider>
      <Id family="agent" value={ref} copy={false} />
      <Id family="agent" value={ref} name="Reviews" href="/agents/0x1?skill=2" copy={false} />
    </LabelsProvider>,
  );
  expect(text()).toBe('TreasuryReviews');
});
