import { fireEvent, render, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { documentReview, unfinished } from '@/lib/dag/testing/structures';
import { flowGraph } from '@/lib/dag/flow-graph';
import { GraphTable } from '@/components/graph/graph-table';
import { CaptionedTable } from '@/components/values/table';

function show(structure = documentReview, selected: string | null = null) {
  const chosen: (string | null)[] = [];
  const graph = flowGraph(structure);
  render(
    <GraphTable
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

describe('the table view', () => {
  it('holds every vertex, port, edge, entry, default and output', () => {
    const { graph } = show();
    expect(keys('data-table-vertex')).toEqual(graph.vertices.map(({ name }) => name));
    expect(keys('data-table-edge')).toEqual(graph.edges.map(({ key }) => key));
    expect(keys('data-table-port').sort()).toEqual(
      graph.vertices.flatMap(({ inputs, outputs }) => [...inputs, ...outputs].map(({ key }) => key)).sort(),
    );
    expect(keys('data-table-entry')).toHaveLength(4);
    expect(keys('data-table-default')).toHaveLength(3);
    expect(keys('data-table-output')).toEqual(['notify.ok.id', 'alert.ok.status']);
  });

  it('shows edge kinds in words and integers exactly', () => {
    show();
    const edges = screen.getByRole('table', { name: /^Edges/ });
    expect(within(edges).getByText('do while')).toBeTruthy();
    expect(screen.getByText('9007199254740993')).toBeTruthy();
  });

  it('marks the selection and selects by vertex name', () => {
    const { chosen } = show(documentReview, 'review');
    expect(document.querySelectorAll('[data-table-edge][aria-current]')).toHaveLength(3);
    const vertices = screen.getByRole('table', { name: /^Vertices/ });
    fireEvent.click(within(vertices).getByRole('button', { name: 'gather' }));
    fireEvent.click(within(vertices).getByRole('button', { name: 'review' }));
    expect(chosen).toEqual(['gather', null]);
  });

  it('scrolls to what is selected elsewhere', () => {
    const come = vi.fn();
    Element.prototype.scrollIntoView = come;
    const table = (selected: string | null) => (
      <GraphTable
        structure={unfinished}
        graph={flowGraph(unfinished)}
        run={null}
        selected={selected}
        onSelect={() => undefined}
      />
    );
    const { rerender } = render(table(null));
    expect(come).not.toHaveBeenCalled();
    rerender(table('settle'));
    expect(come.mock.contexts).toEqual([document.querySelector('[data-table-vertex="settle"]')]);
  });

  it('shows a selected row beyond the page', () => {
    render(
      <CaptionedTable
        caption="Numbers"
        none=""
        rows={[...Array(400).keys()]}
        rowKey={String}
        attributes={(row) => ({ 'data-row': String(row) })}
        isSelected={(row) => row === 333}
        columns={[{ head: 'Number', cell: String }]}
      />,
    );
    expect(keys('data-row').at(-1)).toBe('333');
    expect(screen.getByText('Show 199 more')).toBeTruthy();
  });

  it('says what is missing from a build, and what is empty', () => {
    show(unfinished);
    const settleRow = document.querySelector('[data-table-vertex="settle"]')!;
    expect(settleRow.textContent).toContain('not added yet');
    expect(screen.getByText('No default values')).toBeTruthy();
  });
});
