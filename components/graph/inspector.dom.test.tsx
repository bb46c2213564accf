import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { flowGraph } from '@/lib/dag/flow-graph';
import type { VertexRun } from '@/lib/dag/run-state';
import { edge, structure } from '@/lib/dag/testing/structures';
import { Inspector } from './inspector';

it('shows the steps of a vertex on tap and focus', () => {
  const graph = flowGraph(structure({ edges: [edge('a.ok.x', 'b.x')] }));
  const run = {
    state: 'done',
    counts: { active: 0, pending: 0, failed: 0, cancelled: 0, done: 3 },
    steps: [{}, {}, {}],
    variants: [],
  };
  render(
    <Inspector
      graph={graph}
      vertex={graph.vertices.find(({ name }) => name === 'a')!}
      run={new Map([['a', run as unknown as VertexRun]])}
      onSelect={() => undefined}
      findings={[]}
    />,
  );
  const state = screen.getByText('State').nextElementSibling?.querySelector<HTMLElement>('[data-tip]');
  expect(state?.dataset['tip']).toContain('3 steps');
  expect(state?.tabIndex).toBe(0);
});
