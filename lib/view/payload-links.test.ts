import { expect, test } from 'vitest';
import { payloadLinks } from './payload-links';

const id = (digit: string) => `0x${digit.repeat(64)}`;

test('finds ids and tools anywhere in a payload, each once, by field name', () => {
  const payload = {
    dag: id('a'),
    from_vertex: { name: 'fetch' },
    kind: { variant: 'OffChain', tool_fqn: 'ai.lumen.chat@4' },
    changes: [
      { leader_cap_id: id('b'), share_delta: 12n },
      { leader_cap_id: id('b'), share_delta: -1n },
    ],
    source_kind: { variant: 'UserFunded', user: id('c') },
    registry: id('d'),
    also: { execution: id('d') },
  };
  expect(payloadLinks(payload)).toEqual([
    { path: 'dag', family: 'dag', value: id('a') },
    { path: 'kind.tool_fqn', family: 'tool', value: 'ai.lumen.chat@4' },
    { path: 'changes.0.leader_cap_id', family: 'leader', value: id('b') },
    { path: 'source_kind.user', family: 'address', value: id('c') },
    { path: 'also.execution', family: 'execution', value: id('d') },
  ]);
});

test('the leaders that a work request names are caps', () => {
  expect(payloadLinks({ distribution: { leaders: [id('e')] } })).toEqual([
    { path: 'distribution.leaders.0', family: 'leader', value: id('e') },
  ]);
});

test('no links without ids', () => {
  expect(payloadLinks({ amount: 3n, reason: '0xnot', list: [] })).toEqual([]);
  expect(payloadLinks(null)).toEqual([]);
});
