// The DAG designs obey the rules that the network checks when a DAG is sealed, and fit the contracts of their tools.
import { expect, test } from 'vitest';
import { isToolFqn } from '@/lib/contract/ids';
import { dagDesigns, dagDocument, placeOf, toolAt } from './dag-designs';
import { tools } from './tools';
import { regionsOf } from './walk-flow';
import { createWorld } from './world';

const world = createWorld('designs');
const designs = [...dagDesigns(world)];

test('there are more than ten, one of twelve vertices, one of thirty, and all six edge kinds', () => {
  const sizes = designs.map(([, { vertices }]) => Object.keys(vertices).length);
  expect(designs.length).toBeGreaterThan(10);
  expect(sizes).toContain(12);
  expect(sizes).toContain(30);
  const kinds = new Set(designs.flatMap(([, { edges }]) => edges.map(({ kind }) => kind)));
  expect(kinds.size).toBe(6);
});

test.each(designs)(
  '%s: every port named is one of the tool, with the cardinality its edge needs',
  (_, design) => {
    for (const { from, to, kind } of design.edges) {
      const source = toolAt(design, from.vertex).variants[from.variant];
      const out = source?.find(({ port_name }) => port_name === from.port);
      const into = toolAt(design, to.vertex).inputs.find(({ port_name }) => port_name === to.port);
      if (from.variant !== '_err_eval')
        expect(out, `${from.vertex}.${from.variant}.${from.port}`).toBeDefined();
      expect(into, `${to.vertex}.${to.port}`).toBeDefined();
      if (kind === 'for_each') expect([out?.cardinality, into?.cardinality]).toEqual(['many', 'one']);
      if (kind === 'collect') expect([out?.cardinality, into?.cardinality]).toEqual(['one', 'many']);
      if (kind === 'normal' && out) expect(out.cardinality).toBe(into?.cardinality);
    }
    for (const { vertex, port, variant } of design.outputs) {
      expect(toolAt(design, vertex).variants[variant]?.map(({ port_name }) => port_name)).toContain(port);
      const leaving = design.edges.filter(({ from }) => from.vertex === vertex && from.variant === variant);
      expect(leaving).toEqual([]);
    }
  },
);

test.each(designs)(
  '%s: every input port has one source, be it an edge, a default or the caller',
  (_, design) => {
    const entry = Object.values(design.entry).flat();
    for (const vertex of Object.keys(design.vertices))
      for (const { port_name } of toolAt(design, vertex).inputs) {
        const here = (place: { vertex: string; port: string }) =>
          place.vertex === vertex && place.port === port_name;
        const sources = [
          design.edges.some(({ to }) => here(to)),
          design.defaults.some(here),
          entry.some(here),
        ].filter(Boolean);
        expect(sources, `${vertex}.${port_name}`).toHaveLength(1);
      }
    const supplied = design.supplies(world.random('supplies'), world);
    expect(Object.keys(supplied).map(placeOf)).toEqual(expect.arrayContaining(entry));
  },
);

test.each(designs)('%s: no cycle but by do_while, which has a break; a fan-out is collected', (_, design) => {
  const forward = design.edges.filter(({ kind }) => kind !== 'do_while');
  const depth = new Map<string, number>();
  const visit = (vertex: string, path: readonly string[]): number => {
    expect(path).not.toContain(vertex);
    const cached = depth.get(vertex);
    if (cached !== undefined) return cached;
    const next = forward
      .filter(({ from }) => from.vertex === vertex)
      .map(({ to }) => visit(to.vertex, [...path, vertex]));
    const found = Math.max(0, ...next) + 1;
    depth.set(vertex, found);
    return found;
  };
  for (const vertex of Object.keys(design.vertices)) visit(vertex, []);
  for (const { from } of design.edges.filter(({ kind }) => kind === 'do_while'))
    expect(
      design.edges.some(
        (edge) =>
          edge.kind === 'break' && edge.from.vertex === from.vertex && edge.from.variant !== from.variant,
      ),
    ).toBe(true);
  const regions = regionsOf(design);
  for (const { to } of design.edges.filter(({ kind }) => kind === 'for_each')) {
    const body = [...regions].filter(([, region]) => region.head === to.vertex).map(([vertex]) => vertex);
    expect(design.edges.some(({ from, kind }) => kind === 'collect' && body.includes(from.vertex))).toBe(
      true,
    );
  }
});

test('tools have proper names, and what they answer fits their contract', () => {
  const random = world.random('answers');
  for (const tool of tools) {
    expect(isToolFqn(tool.fqn), tool.fqn).toBe(true);
    for (let call = 0; call < 40; call++) {
      const { variant, ports } = tool.respond({
        world,
        random,
        inputs: {},
        iteration: call % 5,
        call: `call/${call}`,
      });
      expect(Object.keys(ports).sort(), `${tool.fqn} ${variant}`).toEqual(
        (tool.variants[variant] ?? []).map(({ port_name }) => port_name).sort(),
      );
      for (const { port_name, cardinality, value_kind } of tool.variants[variant] ?? []) {
        const port = ports[port_name];
        expect(port && cardinality in port, `${tool.fqn}.${variant}.${port_name}`).toBe(true);
        if (port && 'one' in port) expect(port.one.kind === 'object').toBe(value_kind === 'object');
      }
    }
  }
});

test('a slip of the pen is an error, not a graph', () => {
  const parse = (change: object) =>
    dagDocument.parse({
      key: 'x',
      purpose: '',
      vertices: {},
      edges: [],
      entry: {},
      outputs: 'a.ok.b',
      ...change,
    });
  expect(() => parse({ edges: ['a.ok.b - c.d'] })).toThrow('not an edge');
  expect(() => parse({ edges: ['a.ok.b > c.d sideways'] })).toThrow('not an edge');
  expect(() => parse({ outputs: 'a.b' })).toThrow('not an output');
  expect(() => parse({ entry: { main: 'a' } })).toThrow('not a port');
});
