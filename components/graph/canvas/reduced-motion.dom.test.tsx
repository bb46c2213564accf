import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { flowGraph } from '@/lib/dag/flow-graph';
import { laidOut } from '@/lib/dag/testing/laid-out';
import { edge, structure } from '@/lib/dag/testing/structures';
import { NO_OVERLAY } from '@/components/graph/testing/no-overlay';
import { Canvas } from './canvas';

const drawing = (...edges: string[]) => {
  const graph = flowGraph(
    structure({ edges: edges.map((text) => edge(...(text.split(' > ') as [string, string]))) }),
  );
  return { graph, layout: laidOut(graph, false) };
};
const CHAIN = ['a.ok.x > b.x', 'b.ok.x > c.x', 'c.ok.x > d.x', 'd.ok.x > e.x'];
type Shown = Partial<Pick<Parameters<typeof Canvas>[0]['overlay'], 'selected' | 'failed'>>;

/** The frame has the width of one vertex; `motion`: what the reader's system asks for. */
async function show(motion: 'reduce' | 'no-preference') {
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: media === `(prefers-reduced-motion: ${motion})`,
  }));
  const page = (overlay: Shown, edges = CHAIN) => (
    <Canvas
      drawn={drawing(...edges)}
      reduced={false}
      caption={[]}
      width={300}
      height={300}
      position={{ x: 0, y: 0, zoom: 1 }}
      overlay={{ ...NO_OVERLAY, ...overlay }}
      onPosition={() => undefined}
      onSelect={() => undefined}
      onEdge={null}
    />
  );
  const { rerender, container } = render(page({}));
  await act(async () => {});
  const view = () => container.querySelector<HTMLElement>('.react-flow__viewport')?.style.transform;
  return { view, page: (overlay: Shown, edges?: string[]) => rerender(page(overlay, edges)) };
}
type Page = Awaited<ReturnType<typeof show>>;

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const MOVES: readonly [string, (page: Page) => void][] = [
  ['zooming in', () => press('Zoom in')],
  ['zooming out', () => press('Zoom out')],
  ['fitting the graph', () => press('Fit graph')],
  [
    'going to new vertices',
    ({ page }) => {
      page({}, [...CHAIN, 'e.ok.x > f.x']);
      press('1 new vertex out of view: show');
    },
  ],
  [
    'an arrow key',
    () => fireEvent.keyDown(screen.getByRole('button', { name: /^d, / }), { key: 'ArrowRight' }),
  ],
  [
    'selecting a vertex',
    ({ page }) => {
      // A restored view stays on the first selection.
      page({ selected: 'a' });
      page({ selected: 'e' });
    },
  ],
  ['a failure', ({ page }) => page({ failed: 'e' })],
];

describe('the view of a graph', () => {
  beforeEach(() => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    );
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(300);
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(300);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it.each(MOVES)('jumps on %s where the system asks for less motion', async (_, move) => {
    const page = await show('reduce');
    const before = page.view();
    move(page);
    await act(async () => {});
    const after = page.view();
    expect(after).not.toBe(before);
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(page.view()).toBe(after);
  });

  it.each([
    ['reduce', 0],
    ['no-preference', 1],
  ] as const)(
    'zooms on a double click, always animated, unless the system asks for less motion: %s',
    async (motion, moves) => {
      const page = await show(motion);
      const before = page.view();
      fireEvent.dblClick(document.querySelector('.react-flow__pane') as Element);
      await new Promise((resolve) => setTimeout(resolve, 600));
      expect(Number(page.view() !== before)).toBe(moves);
    },
  );

  it.each(MOVES)('moves on %s elsewhere', async (_, move) => {
    const page = await show('no-preference');
    const before = page.view();
    move(page);
    await vi.waitFor(() => expect(page.view()).not.toBe(before), 30_000);
  });
});
