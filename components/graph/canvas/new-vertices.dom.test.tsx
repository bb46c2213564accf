import { act, fireEvent, render, screen } from '@testing-library/react';
import { ReactFlowProvider, useStoreApi } from 'reactflow';
import { describe, expect, it } from 'vitest';
import { edge, structure } from '@/lib/dag/testing/structures';
import { laidOut } from '@/lib/dag/testing/laid-out';
import { flowGraph } from '@/lib/dag/flow-graph';
import { NewVertices } from './new-vertices';
import type { FlowState } from './viewport';

const drawing = (...edges: string[]) =>
  laidOut(
    flowGraph(structure({ edges: edges.map((text) => edge(...(text.split(' > ') as [string, string]))) })),
    false,
  );

const began = drawing('a.ok.x > b.x');
const grown = drawing('a.ok.x > b.x', 'b.ok.x > c.x', 'c.ok.x > d.x');

/** A frame as large as the drawing of the beginning, with that in sight at first or moved by `from`. */
function show(layout: typeof began, from = 0) {
  const shown: string[] = [];
  let look: (state: Partial<FlowState>) => void = () => undefined;
  function Frame() {
    look = useStoreApi().setState;
    return <NewVertices initial={began} layout={layout} onShown={(vertex) => shown.push(vertex)} />;
  }
  render(
    <ReactFlowProvider>
      <Frame />
    </ReactFlowProvider>,
  );
  const lookAt = (x: number, zoom = 1) =>
    act(() => look({ transform: [x, 20, zoom], width: began.box.width + 20, height: 400 }));
  lookAt(from);
  return { shown, lookAt };
}

const notice = () => screen.queryByTestId('new-vertices');

describe('vertices that come in while a drawing is looked at', () => {
  it('are counted while they are out of view', () => {
    show(grown);
    expect(notice()?.textContent).toContain('2 new vertices out of view');
  });

  it('are not spoken of when they are in sight, nor once they were', () => {
    const { lookAt } = show(grown);
    lookAt(0, 0.2);
    expect(notice()).toBeNull();
    lookAt(0);
    expect(notice()).toBeNull();
  });

  it('are spoken of one by one', () => {
    const { lookAt } = show(grown);
    const { x, width } = grown.vertices.get('c')!;
    lookAt(began.box.width - x - width);
    expect(notice()?.textContent).toContain('1 new vertex out of view');
  });

  it('are gone to on request, the first of them by the keyboard as well', () => {
    const { shown } = show(grown);
    const button = screen.getByRole('button', { name: '2 new vertices out of view: show' });
    fireEvent.click(button);
    expect(shown).toEqual(['c']);
  });

  it('are none where all were there from the beginning', () => {
    show(began, -5_000);
    expect(notice()).toBeNull();
  });
});
