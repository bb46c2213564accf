import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { dagStructure, type DagStructure } from '@/lib/contract/dags';
import { portContract, variantContract, type PortContract } from '@/lib/contract/tools';
import { data, edge, structure } from '@/lib/dag/testing/structures';
import { flowGraph } from '@/lib/dag/flow-graph';
import { dagDesigns } from '@/lib/index-service/sources/simulate/dag-designs';
import { toolOf } from '@/lib/index-service/sources/simulate/tools';
import { createWorld } from '@/lib/index-service/sources/simulate/world';
import { checkContracts } from './check';
import type { Finding, ToolKnowledge } from './rules';

/** `name`, `name many`, `name one object`. */
function port(text: string): PortContract {
  const [port_name = '', cardinality = 'one', value_kind = 'data'] = text.split(' ');
  return { port_name, cardinality, value_kind };
}

function tool(inputs: string[], variants: Record<string, string[]>, registered = true): ToolKnowledge {
  return {
    state: 'known',
    registered,
    inputs: inputs.map(port),
    variants: Object.entries(variants).map(([variant_name, ports]) => ({
      variant_name,
      ports: ports.map(port),
    })),
  };
}

const vertex = (name: string) => ({ name, kind: 'off_chain', tool_fqn: `t.${name}@1` });

const SOURCE = tool(['in'], { ok: ['one', 'list many', 'coin one object'], err: ['reason'] });
const SINK = tool(['x'], { ok: ['done'] });

/** The findings for `a -> b`, with the inputs of `a` supplied by the caller. */
function found(parts: Partial<DagStructure>, tools: Record<string, ToolKnowledge> = {}): Finding[] {
  const dag = structure({
    vertices: [vertex('a'), vertex('b')],
    entry_groups: [{ name: 'go', ports: [{ vertex: 'a', port: 'in' }] }],
    edges: [edge('a.ok.one', 'b.x')],
    ...parts,
  });
  return checkContracts(
    flowGraph(dag),
    new Map(Object.entries({ 't.a@1': SOURCE, 't.b@1': SINK, ...tools })),
  );
}

const codes = (findings: Finding[]) =>
  findings.filter(({ code }) => code !== 'variant_unhandled').map(({ code, vertex: at }) => `${at} ${code}`);

describe('the contract check', () => {
  it('finds nothing when everything matches', () => {
    expect(codes(found({}))).toEqual([]);
  });

  it('finds an unconnected input, even one that no edge names', () => {
    expect(codes(found({ edges: [] }))).toEqual(['b input_unfed']);
    expect(codes(found({}, { 't.b@1': tool(['x', 'y'], {}) }))).toEqual(['b input_unfed']);
  });

  it('finds an input with two sources, unless they exclude each other', () => {
    const default_values = [{ vertex: 'b', port: 'x', value: data(1) }];
    expect(codes(found({ default_values }))).toEqual(['b input_fed_twice']);
    const both = [edge('a.ok.one', 'b.x'), edge('a.ok.one', 'b.x')];
    expect(codes(found({ edges: both }))).toEqual(['b input_fed_twice']);
    const same = found({ edges: [edge('a.ok.one', 'b.x'), edge('a.ok.one', 'b.x', 'static')] });
    expect(same.map(({ reason }) => reason)).toContain('x is connected to a.ok.one twice: normal and static');
    const either = [edge('a.ok.one', 'b.x'), edge('a.err.reason', 'b.x')];
    expect(codes(found({ edges: either }))).toEqual([]);
  });

  it('knows that branches and entry groups exclude each other and parallel paths do not', () => {
    const ways = (leftSource: string, rightSource: string) =>
      codes(
        checkContracts(
          flowGraph(
            structure({
              vertices: ['a', 'l', 'r', 'b'].map(vertex),
              edges: [
                edge(leftSource, 'l.x'),
                edge(rightSource, 'r.x'),
                edge('l.ok.done', 'b.x'),
                edge('r.ok.done', 'b.x'),
              ],
            }),
          ),
          new Map(),
        ),
      );
    expect(ways('a.ok.one', 'a.err.reason')).toEqual([]);
    expect(ways('a.ok.one', 'a.ok.coin')).toEqual(['b input_fed_twice']);
    const groups = structure({
      vertices: ['l', 'r', 'b'].map(vertex),
      edges: [edge('l.ok.done', 'b.x'), edge('r.ok.done', 'b.x')],
      entry_groups: ['l', 'r'].map((name) => ({ name, ports: [{ vertex: name, port: 'x' }] })),
    });
    expect(codes(checkContracts(flowGraph(groups), new Map()))).toEqual([]);
    const singleGroup = {
      ...groups,
      entry_groups: [
        {
          name: 'all',
          ports: [
            { vertex: 'l', port: 'x' },
            { vertex: 'r', port: 'x' },
          ],
        },
      ],
    };
    expect(codes(checkContracts(flowGraph(singleGroup), new Map()))).toEqual(['b input_fed_twice']);
  });

  it('finds ports the tools do not have, except the reserved failure variant', () => {
    expect(codes(found({ edges: [edge('a.ok.one', 'b.z')] }))).toEqual(['b input_unfed', 'b no_such_input']);
    expect(codes(found({ edges: [edge('a.ok.no', 'b.x')] }))).toEqual(['a no_such_output']);
    expect(codes(found({ edges: [edge('a.maybe.one', 'b.x')] }))).toEqual(['a no_such_output']);
    expect(codes(found({ edges: [edge('a._err_eval.reason', 'b.x')] }))).toEqual([]);
  });

  it('finds a single value where many are expected, allowing for fan-outs and collects', () => {
    const many = { 't.b@1': tool(['x many'], {}) };
    expect(codes(found({ edges: [edge('a.ok.list', 'b.x')] }))).toEqual(['b cardinality']);
    expect(codes(found({ edges: [edge('a.ok.list', 'b.x')] }, many))).toEqual([]);
    expect(codes(found({ edges: [edge('a.ok.list', 'b.x', 'for_each')] }))).toEqual([]);
    expect(codes(found({ edges: [edge('a.ok.one', 'b.x', 'for_each')] }))).toEqual(['b cardinality']);
    expect(codes(found({ edges: [edge('a.ok.one', 'b.x', 'collect')] }, many))).toEqual([]);
    expect(codes(found({ edges: [edge('a.ok.list', 'b.x', 'collect')] }, many))).toEqual(['b cardinality']);
  });

  it('finds an object where data is expected, on edges and in defaults', () => {
    expect(codes(found({ edges: [edge('a.ok.coin', 'b.x')] }))).toEqual(['b value_kind']);
    // The drawing marks the port.
    const [wrong] = found({ edges: [edge('a.ok.coin', 'b.x')] }).filter(({ code }) => code === 'value_kind');
    expect(wrong).toMatchObject({ edge: 'a.ok.coin->b.x', port: 'b.x' });
    const coin = { one: { kind: 'object', object_id: '0x1' } };
    const parts = { edges: [], default_values: [{ vertex: 'b', port: 'x', value: coin }] };
    expect(codes(found(parts))).toEqual(['b value_kind']);
    expect(
      codes(found({ edges: [], default_values: [{ vertex: 'b', port: 'x', value: { many: [] } }] })),
    ).toEqual(['b cardinality']);
  });

  it('notes an unhandled variant and tools that are unregistered or unknown', () => {
    expect(found({}).map(({ code, severity }) => `${code} ${severity}`)).toEqual(['variant_unhandled note']);
    expect(codes(found({}, { 't.b@1': tool(['x'], {}, false) }))).toEqual(['b tool_unregistered']);
    const unknown = found({}, { 't.b@1': { state: 'unknown', reason: 'not listed' } });
    expect(unknown.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(codes(unknown)).toEqual(['b contract_unknown']);
  });

  it('ignores a ghost in an unfinished DAG and notes one in a finalized DAG as missing', () => {
    const edges = [edge('a.ok.one', 'b.x'), edge('b.ok.done', 'later.y')];
    expect(codes(found({ edges, finalized_at: null }))).toEqual([]);
    const [gap] = found({ edges }).filter(({ code }) => code === 'vertex_missing');
    expect(gap).toMatchObject({ vertex: 'later', severity: 'note' });
    expect(gap?.reason).toContain('referred to by edge b.ok.done -> later.y');
  });
});

const world = createWorld('contract check');
it.each([...dagDesigns(world)])("finds no error in the simulated network's %s", (_, design) => {
  const dag = dagStructure.parse(
    structure({
      vertices: Object.entries(design.vertices).map(([name, tool_fqn]) => ({
        name,
        kind: 'off_chain',
        tool_fqn,
      })),
    }),
  );
  const completeDag = dagStructure.parse({
    ...dag,
    edges: design.edges,
    entry_groups: Object.entries(design.entry).map(([name, ports]) => ({ name, ports })),
    default_values: design.defaults,
    output_variants: design.outputs,
  });
  const tools = new Map(
    Object.values(design.vertices).map((fqn): [string, ToolKnowledge] => {
      const { inputs, variants } = toolOf(fqn);
      const outputs = Object.entries(variants).map(([variant_name, ports]) => ({ variant_name, ports }));
      return [
        fqn,
        {
          state: 'known',
          registered: true,
          inputs: z.array(portContract).parse(inputs),
          variants: z.array(variantContract).parse(outputs),
        },
      ];
    }),
  );
  const errors = checkContracts(flowGraph(completeDag), tools).filter(({ severity }) => severity === 'error');
  expect(errors.map(({ vertex: at, reason }) => `${at}: ${reason}`)).toEqual([]);
});
