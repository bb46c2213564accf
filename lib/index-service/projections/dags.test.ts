import { expect, test } from 'vitest';
import { foldLines, foldOne } from '@/lib/index-service/testing/fold-lines';
import { event, id } from '@/lib/index-service/testing/recorded-events';
import { dagElements, dags } from './dags';

const dag = id('dag');
const created = event('DAGCreatedEvent', { dag }, { sender: 'ann' });
const vertex = event('DAGVertexAddedEvent', {
  dag,
  vertex: { name: 'a' },
  kind: { variant: 'OffChain', tool_fqn: 'xyz.example.math.add@1' },
});
const finalized = event('DAGFinalizedEvent', { dag });

test('the sender of the creation is the creator; sealing is remembered by its event', () => {
  expect(foldOne(dags, created)).toMatchObject({ creator: id('ann'), finalized_entry_id: null });
  expect(foldOne(dags, created, vertex, finalized)).toMatchObject({
    creator: id('ann'),
    created_entry_id: 1n,
    finalized_entry_id: 3n,
  });
});

test('building moves updated_at only; without its creation a DAG has no creator', () => {
  expect(foldOne(dags, vertex)).toMatchObject({ creator: null, created_entry_id: null });
  const row = foldOne(dags, created, vertex);
  expect(row['updated_at']).not.toBe(row['created_at']);
});

test.each(['Normal', 'ForEach', 'Collect', 'DoWhile', 'Break', 'Static'])('an edge of kind %s', (variant) => {
  const edge = event('DAGEdgeAddedEvent', {
    dag,
    from_vertex: { name: 'a' },
    edge: {
      from: { variant: { name: 'ok' }, port: { name: 'sum' } },
      to: { vertex: 'b', port: { name: 'in' } },
      kind: { variant },
    },
  });
  const kind = { ForEach: 'for_each', DoWhile: 'do_while' }[variant] ?? variant.toLowerCase();
  expect(foldOne(dagElements, edge)['value']).toEqual({
    from: { vertex: 'a', variant: 'ok', port: 'sum' },
    to: { vertex: 'b', port: 'in' },
    kind,
  });
});

test('a default value is shown as any port value is, its bytes decoded', () => {
  const bytes = Buffer.from('{"amount":9007199254740993}').toString('base64');
  const rows = foldLines(
    dagElements,
    event('DAGDefaultValueAddedEvent', {
      dag,
      vertex: { name: 'a' },
      port: { name: 'in' },
      value: { one: { kind: 'data', bytes } },
    }),
  );
  expect(rows.get('1')?.['value']).toEqual({
    vertex: 'a',
    port: 'in',
    value: { one: { kind: 'data', data: { amount: 9007199254740993n } } },
  });
});
