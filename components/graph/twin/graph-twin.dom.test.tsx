import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { documentReview, unfinished } from '@/lib/dag/fixtures/structures';
import { flowGraph } from '@/lib/dag/flow-graph';
import { GraphTwin } from './graph-twin';

afterEach(cleanup);

function show(structure = documentReview, selected: string | null = null) {
  const chosen: (string | null)[] = [];
  const graph = flowGraph(structure);
  render(
    <GraphTwin
      structure={structure}
      graph={graph}
      run={null}
      selected={selected}
      onSelect={(name) => chosen.push(name)}
    />,
  );
  return { graph, chosen };
}

const keys = (attribute: string) =>
  [...document.querySelectorAll(`[${attribute}]`)].map((row) => row.getAttribute(attribute));

describe('the tables beside the drawing', () => {
  it('hold every vertex, port, edge, entry, default and output', () => {
    const { graph } = show();
    expect(keys('data-twin-vertex')).toEqual(graph.vertices.map(({ name }) => name));
    expect(keys('data-twin-edge')).toEqual(graph.edges.map(({ key }) => key));
    expect(keys('data-twin-port').sort()).toEqual(
      graph.vertices.flatMap(({ inputs, outputs }) => [...inputs, ...outputs].map(({ key }) => key)).sort(),
    );
    expect(keys('data-twin-entry')).toHaveLength(4);
    expect(keys('data-twin-default')).toHaveLength(3);
    expect(keys('data-twin-output')).toEqual(['notify.ok.id', 'alert.ok.status']);
  });

  it('say edge kinds in words and integers exactly', () => {
    show();
    const edges = screen.getByRole('table', { name: /^Edges/ });
    expect(within(edges).getByText('do while')).toBeTruthy();
    expect(screen.getByText('9007199254740993')).toBeTruthy();
  });

  it('mark what is selected and choose by a vertex name', () => {
    const { chosen } = show(documentReview, 'review');
    expect(document.querySelectorAll('[data-twin-edge][aria-current]')).toHaveLength(3);
    const vertices = screen.getByRole('table', { name: /^Vertices/ });
    fireEvent.click(within(vertices).getByRole('button', { name: 'gather' }));
    fireEvent.click(within(vertices).getByRole('button', { name: 'review' }));
    expect(chosen).toEqual(['gather', null]);
  });

  it('tell what is missing from a build, and what there is none of', () => {
    show(unfinished);
    const settle = document.querySelector('[data-twin-vertex="settle"]')!;
    expect(settle.textContent).toContain('not in the structure');
    expect(screen.getByText('No port has a default value.')).toBeTruthy();
  });
});
