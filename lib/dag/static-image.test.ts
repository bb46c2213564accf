import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryStructure } from '@/lib/dag/testing/arbitrary-structure';
import { documentReview, edge, structure } from '@/lib/dag/testing/structures';
import { laidOut } from '@/lib/dag/testing/laid-out';
import { flowGraph } from './flow-graph';
import { staticImage, svgFile } from './static-image';
import { edgeText } from './wording';
import { dot, mermaid } from './text-export';

const looks = {
  ground: '#fff',
  card: '#eee',
  line: '#ccc',
  edge: '#888',
  text: '#111',
  quiet: '#555',
  fonts: '',
  sans: 'sans-serif',
  mono: 'monospace',
};

function laidOutGraph(dag = documentReview) {
  const graph = flowGraph(dag);
  return { graph, layout: laidOut(graph) };
}

describe('the static image of a graph', () => {
  it('shows every vertex and every edge', () => {
    const { graph, layout } = laidOutGraph();
    const { inside } = staticImage(graph, layout);
    for (const { name } of graph.vertices) expect(inside).toContain(`>${name}</text>`);
    expect(inside.match(/class="static-card"/g)).toHaveLength(graph.vertices.length);
    expect(inside.match(/class="static-label"/g)).toHaveLength(
      graph.edges.filter(({ kind }) => kind !== 'normal').length,
    );
  });

  it('includes every port, default, kind and the caption in a file', () => {
    const { graph, layout } = laidOutGraph();
    const { svg } = svgFile(graph, layout, looks, ['DAG 0x1', 'drawn today']);
    for (const text of ['timeout_ms = 1500', 'ok.parts', 'for each', 'do while', 'DAG 0x1', 'drawn today'])
      expect(svg).toContain(text);
    expect(svg.match(/class="static-ring"/g)).toHaveLength(2);
  });

  it('makes a file wide enough for its caption and draws the overlay', () => {
    const { graph, layout } = laidOutGraph({ ...documentReview, vertices: [], edges: [], entry_groups: [] });
    expect(svgFile(graph, layout, looks, ['x'.repeat(200)]).width).toBeGreaterThan(1_200);
    const whole = laidOutGraph();
    const [edge] = whole.graph.edges.filter(({ kind }) => kind === 'for_each');
    const { svg } = svgFile(whole.graph, whole.layout, looks, ['a', 'b', 'c'], {
      vertices: new Map([['fetch', { colour: '#0a0', word: '<done> ×2' }]]),
      edges: new Map([[edge?.key ?? '', { colour: '#a00', count: '×3' }]]),
    });
    expect(svg).toContain('>&#60;done&#62; ×2</text>');
    expect(svg).toContain('>for each ×3</text>');
    expect(svg.match(/class="static-chip"/g)).toHaveLength(1);
    expect(svg.match(/stroke="#a00"/g)?.length).toBeGreaterThan(0);
  });

  it('is well-formed for any name', () => {
    fc.assert(
      fc.property(arbitraryStructure, (dag) => {
        const { graph, layout } = laidOutGraph(dag);
        const { svg } = svgFile(graph, layout, looks, ['<&">', "'"]);
        const bare = svg.replaceAll(
          /<\/?(svg|style|rect|g|path|text|circle)( [a-zA-Z-]+="[^"<]*")*\/?>/g,
          '',
        );
        expect(bare).not.toMatch(/[<>]/);
      }),
      { numRuns: 40 },
    );
  });
});

describe('text export', () => {
  const odd = flowGraph(structure({ edges: [edge('a"b#c%%{init}.ok.x', '`<i>d\\e`.y', 'for_each')] }));

  it('is valid Mermaid for any name', () => {
    expect(mermaid(odd, 'right')).toBe(
      [
        'flowchart LR',
        '  v0["a#34;b#35;c#37;#37;{init}"]:::ghost',
        '  v1["#96;#60;i#62;d\\e#96;"]:::ghost',
        '  classDef ghost stroke-dasharray:5 4',
        '  v0 ==>|"ok.x to y, for each"| v1',
        '',
      ].join('\n'),
    );
  });

  it('is valid DOT for any name', () => {
    expect(dot(odd, 'right')).toContain('v0 [label="a\\"b#c%%{init}", style=dashed];');
    expect(dot(flowGraph(documentReview), 'right')).toContain('"record\\ncom.papertrail.ledger.append@2"');
    expect(dot(odd, 'right')).toContain(
      'v0 -> v1 [taillabel="ok.x", headlabel="y", label="for each", penwidth=3];',
    );
  });
});

it('isolates names from right to left in labels of ours', () => {
  const hebrew = 'שלום';
  const graph = flowGraph(
    structure({
      vertices: [{ name: hebrew, kind: 'off_chain', tool_fqn: 'x.a@1' }],
      edges: [edge(`${hebrew}.ok.x`, `${hebrew}.${hebrew}`, hebrew)],
    }),
  );
  const text = mermaid(graph, 'right');
  expect(text).toContain(`["\u2068${hebrew}\u2069 (x.a@1)"]`);
  expect(text).toContain(`|"ok.x to \u2068${hebrew}\u2069, \u2068${hebrew}\u2069"|`);
  expect(edgeText(graph.edges[0]!)).toMatch(new RegExp(`, \u2068${hebrew}\u2069$`));
});

it('names hidden characters in every export', () => {
  const { graph, layout } = laidOutGraph(
    structure({ vertices: [{ name: 'a\u202eb', kind: 'off_chain', tool_fqn: 'x.\u200ba@1' }] }),
  );
  for (const text of [staticImage(graph, layout).inside, mermaid(graph, 'right'), dot(graph, 'right')]) {
    expect(text).toContain('a[U+202E]b');
    expect(text).not.toMatch(/[\u202e\u200b]/);
  }
});
