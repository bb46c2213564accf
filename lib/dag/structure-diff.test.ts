import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { difference } from './structure-diff';
import { arbitraryStructure } from '@/lib/dag/testing/arbitrary-structure';
import { data, documentReview, edge, structure } from '@/lib/dag/testing/structures';
import { flowGraph } from './flow-graph';

const texts = (leftDag = documentReview, rightDag = documentReview) =>
  difference(leftDag, rightDag).rows.map(({ change, text }) => `${change}: ${text}`);

describe('the difference between two structures', () => {
  it('is empty for equal structures', () => {
    const none = difference(documentReview, { ...documentReview, object_id: '0x2' });
    expect(none.rows).toEqual([]);
    expect(new Set([...none.vertices.values(), ...none.edges])).toEqual(new Set(['same']));
  });

  it('lists added and removed vertices and changed tools', () => {
    const leftDag = structure({
      vertices: [
        { name: 'a', kind: 'off_chain', tool_fqn: 'x.a@1' },
        { name: 'b', kind: 'off_chain', tool_fqn: 'x.b@1' },
      ],
    });
    const right = structure({
      vertices: [
        { name: 'a', kind: 'off_chain', tool_fqn: 'x.a@2' },
        { name: 'c', kind: 'on_chain', tool_fqn: 'x.c@1' },
      ],
    });
    expect(texts(leftDag, right)).toEqual([
      'changed: a: tool x.a@1 → x.a@2',
      'added: c, x.c@1',
      'removed: b, x.b@1',
    ]);
  });

  it('lists added, removed and rewired edges and changed kinds', () => {
    const leftDag = structure({
      edges: [
        edge('a.ok.x', 'b.x'),
        edge('a.ok.y', 'c.x'),
        edge('a.ok.z', 'd.x'),
        edge('a.ok.w', 'e.x'),
        edge('o.ok.x', 'p.x'),
      ],
    });
    const right = structure({
      edges: [
        edge('q.ok.x', 'b.x'),
        edge('a.ok.y', 'f.x'),
        edge('a.ok.z', 'd.x', 'static'),
        edge('a.ok.w', 'e.x'),
        edge('n.ok.x', 'm.x'),
      ],
    });
    expect(texts(leftDag, right)).toEqual([
      'rewired: b.x: from a.ok.x → from q.ok.x',
      'rewired: a.ok.y: to c.x → to f.x',
      'changed: a.ok.z → d.x: normal → static',
      'added: n.ok.x → m.x, normal',
      'removed: o.ok.x → p.x, normal',
    ]);
  });

  it('lists changed entry groups, defaults and outputs and marks their vertices', () => {
    const right = {
      ...documentReview,
      entry_groups: documentReview.entry_groups.slice(0, 1),
      default_values: [{ vertex: 'fetch', port: 'timeout_ms', value: data(2000) }],
      output_variants: [],
    };
    const found = difference(documentReview, right);
    expect(found.rows.map(({ what, change }) => `${what} ${change}`)).toEqual([
      'entry removed',
      'entry removed',
      'default changed',
      'default removed',
      'default removed',
      'output removed',
      'output removed',
    ]);
    expect(found.rows.filter(({ what }) => what === 'default').map(({ text }) => text)[0]).toBe(
      'fetch.timeout_ms: 1500 → 2000',
    );
    expect(found.vertices.get('fetch')).toBe('changed');
    expect(found.vertices.get('split')).toBe('same');
  });

  it('joins any two structures: everything is included, with one mark each', () => {
    fc.assert(
      fc.property(arbitraryStructure, arbitraryStructure, (leftDag, rightDag) => {
        const { joined, edges, vertices } = difference(leftDag, rightDag);
        expect(edges).toHaveLength(joined.edges.length);
        const names = new Set(flowGraph(joined).vertices.map(({ name }) => name));
        for (const { name } of [...leftDag.vertices, ...rightDag.vertices]) {
          expect(names).toContain(name);
          expect(vertices.has(name)).toBe(true);
        }
        const ports = (side: typeof leftDag) =>
          flowGraph(side).vertices.flatMap(({ inputs, outputs }) =>
            [...inputs, ...outputs].map(({ key }) => key),
          );
        expect(ports(joined)).toEqual(expect.arrayContaining([...ports(leftDag), ...ports(rightDag)]));
        const same = edges.filter((mark) => mark === 'same').length;
        expect(same).toBeLessThanOrEqual(Math.min(leftDag.edges.length, rightDag.edges.length));
        expect(difference(leftDag, leftDag).rows).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});

it('distinguishes entries whose joined names are equal', () => {
  const group = (name: string, vertex: string) =>
    structure({ entry_groups: [{ name, ports: [{ vertex, port: 'p' }] }] });
  expect(texts(group('g', 'a b'), group('g a', 'b'))).toEqual([
    'added: b.p in the entry group g a',
    'removed: a b.p in the entry group g',
  ]);
});

it('isolates names in its texts', () => {
  const vertex = (name: string) => structure({ vertices: [{ name, kind: 'off_chain', tool_fqn: 'x.a@1' }] });
  expect(texts(structure({ vertices: [] }), vertex('שלום'))).toEqual(['added: \u2068שלום\u2069, x.a@1']);
  expect(texts(structure({ vertices: [] }), vertex('a\u202e'))).toEqual(['added: a[U+202E], x.a@1']);
  // A kind that we do not know is a name too.
  const [before, after] = ['static', 'שלום'].map((kind) =>
    structure({ edges: [edge('a.ok.x', 'b.x', kind)] }),
  );
  expect(texts(before, after)).toEqual(['changed: a.ok.x → b.x: static → \u2068שלום\u2069']);
});
