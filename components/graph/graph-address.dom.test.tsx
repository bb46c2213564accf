import { renderHook } from '@testing-library/react';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { flowGraph } from '@/lib/dag/flow-graph';
import { regionsOf } from '@/lib/dag/fold';
import { structure } from '@/lib/dag/testing/structures';
import { parseAsFolds, useShownGraph } from './graph-address';

const address = { edge: null, group: null, view: null, heading: null, around: null, at: null };

it.each(['a~b', '~', 'a%7Eb', 'a%b', 'a,b', 'a b+c', 'a/b?c#d', '__proto__', 'é', 'loop:x', ''])(
  'folds the loop of a vertex named %j, which the URL names',
  (name) => {
    const vertices = ['other', name].map((each) => ({
      name: each,
      kind: 'off_chain',
      tool_fqn: `x.${each}@1`,
    }));
    const edges = [
      {
        from: { vertex: name, variant: 'ok', port: 'x' },
        to: { vertex: 'other', port: 'in' },
        kind: 'normal',
      },
      {
        from: { vertex: 'other', variant: 'ok', port: 'x' },
        to: { vertex: name, port: 'in' },
        kind: 'normal',
      },
    ];
    const graph = flowGraph(structure({ vertices, edges }));
    // The vertex that leads back names the loop.
    const [region] = regionsOf(graph);
    expect(region?.what).toBe('loop');
    const url = new URLSearchParams({ fold: parseAsFolds.serialize([region?.key ?? '']) });
    const fold = parseAsFolds.parse(new URLSearchParams(url.toString()).get('fold') ?? '');
    const { result } = renderHook(() => useShownGraph(graph, { ...address, vertex: null, fold }));
    expect(result.current.graph.vertices).toHaveLength(1);
  },
);

it('keeps region keys separate in the URL, whatever they contain', () => {
  const names = fc.array(fc.string({ unit: fc.constantFrom('~', '%', '7', 'E', '2', '5', 'a', ',', '+') }), {
    minLength: 1,
  });
  fc.assert(
    fc.property(names, (keys) => {
      expect(parseAsFolds.parse(parseAsFolds.serialize(keys))).toEqual(keys);
    }),
  );
});
