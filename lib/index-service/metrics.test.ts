import { expect, test } from 'vitest';
import { metricsOf } from './metrics';

const chain = {
  chain_id: 'id',
  checkpoint: 316_001_234,
  behind_checkpoints: 3,
  history_from: 1,
  history_from_at: null,
  history_complete: true,
  events_stored: 10,
  events_not_decodable: 2,
  events_foreign: 1,
};

test('an index that follows a chain says how far it has come', () => {
  const network = { name: 'mainnet', simulated: false, behind_ms: 1_500, chain };
  const values = metricsOf({ ready: true, network, tip: 9_007_199_254_740_993n })
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  expect(values).toEqual([
    'dagscope_index_ready 1',
    'dagscope_index_log_entries 9007199254740993',
    'dagscope_index_source_behind_seconds 1.5',
    'dagscope_index_chain_checkpoint 316001234',
    'dagscope_index_chain_behind_checkpoints 3',
    'dagscope_index_chain_events_stored 10',
    'dagscope_index_chain_events_not_decodable 2',
    'dagscope_index_chain_events_foreign 1',
  ]);
});

test('what is not known is left out', () => {
  const network = { name: 'mainnet', simulated: false, behind_ms: null, chain };
  expect(metricsOf({ ready: false, network })).not.toContain('behind_seconds');
  expect(metricsOf({ ready: false })).toBe(
    '# HELP dagscope_index_ready Whether the index has its data.\n# TYPE dagscope_index_ready gauge\ndagscope_index_ready 0\n',
  );
});
