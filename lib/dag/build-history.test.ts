import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildingEvents } from '@/e2e/building-events';
import { type DagStructure, edgeKinds } from '@/lib/contract/dags';
import type { EventRecord } from '@/lib/contract/events';
import { buildingSteps, structureAt } from './build-history';
import { elementCount } from './preflight';
import { arbitraryStructure } from '@/lib/dag/testing/arbitrary-structure';
import { data, documentReview } from '@/lib/dag/testing/structures';

type Line = Pick<EventRecord, 'kind' | 'tx_digest' | 'sender_address' | 'payload' | 'onchain_at'>;

const record = (line: object, id: number): EventRecord => ({ ...(line as Line), id: BigInt(id) });
const eventsOf = (dag: DagStructure) => buildingEvents(dag).map(record);

/** Empty entry groups leave no event, groups of one name are one group, and edges of unknown kinds cannot be decoded. */
function asBuilt(dag: DagStructure): DagStructure {
  const groups = new Map<string, DagStructure['entry_groups'][number]['ports']>();
  for (const { name, ports } of dag.entry_groups)
    if (ports.length > 0) groups.set(name, [...(groups.get(name) ?? []), ...ports]);
  const edges = dag.edges.filter(({ kind }) => (edgeKinds as readonly string[]).includes(kind));
  return { ...dag, edges, entry_groups: [...groups].map(([name, ports]) => ({ name, ports })) };
}

describe('build history', () => {
  const steps = buildingSteps(eventsOf(documentReview), documentReview.object_id);
  const at = (count: number) => structureAt(steps, count, documentReview);

  it('starts empty and ends with the current structure', () => {
    expect(elementCount(at(0))).toBe(0);
    expect(at(0).finalized_at).toBeNull();
    expect(at(steps.length)).toEqual(documentReview);
    expect(at(steps.length + 5)).toEqual(documentReview);
    expect(at(steps.length - 1).finalized_at).toBeNull();
  });

  it('adds one element per event in log order and changes no earlier one', () => {
    for (let count = 2; count < steps.length; count += 1) {
      const [before, after] = [at(count - 1), at(count)];
      expect(elementCount(after)).toBe(elementCount(before) + 1);
      expect(after.vertices.slice(0, before.vertices.length)).toEqual(before.vertices);
      expect(after.edges.slice(0, before.edges.length)).toEqual(before.edges);
    }
  });

  it('accepts events in any order, without duplicates, only of this DAG', () => {
    const other = { ...documentReview, object_id: `0x${'e'.repeat(64)}` };
    const reviewEvents = eventsOf(documentReview);
    const mixed = [
      ...reviewEvents,
      ...buildingEvents(other).map((line, index) => record(line, 900 + index)),
      ...reviewEvents,
    ];
    mixed.push(
      { ...reviewEvents[1]!, id: 700n, kind: 'SomethingElseEvent' },
      { ...reviewEvents[1]!, id: 701n, payload: null },
    );
    expect(buildingSteps(mixed.reverse(), documentReview.object_id)).toEqual(steps);
  });

  it('skips events it cannot decode and prefers values as the index decoded them', () => {
    const [created, vertex] = steps;
    const broken = { ...vertex!, payload: { dag: documentReview.object_id, vertex: 7 } };
    expect(structureAt([created!, broken], 2, documentReview).vertices).toEqual([]);
    const raw = steps.map((step) =>
      step.kind === 'DAGDefaultValueAddedEvent'
        ? {
            ...step,
            payload: { ...(step.payload as object), value: { one: { kind: 'data', bytes: 'Nw==' } } },
          }
        : step,
    );
    const whole = {
      ...documentReview,
      default_values: [{ vertex: 'fetch', port: 'timeout_ms', value: data(7) }],
    };
    expect(structureAt(raw, raw.length, whole).default_values[0]).toEqual(whole.default_values[0]);
  });

  it('rebuilds any structure', () => {
    fc.assert(
      fc.property(arbitraryStructure, (arbitrary) => {
        const whole = asBuilt(arbitrary);
        // A port has one default value: the last one.
        const once = new Map(
          whole.default_values.map((entry) => [`${entry.vertex}\u0000${entry.port}`, entry]),
        );
        const dag = { ...whole, default_values: [...once.values()] };
        const steps = buildingSteps(eventsOf(dag), dag.object_id);
        expect(structureAt(steps, steps.length, dag)).toEqual(dag);
      }),
      { numRuns: 60 },
    );
  });
});
