import { expect, it } from 'vitest';
import { closeReasons } from '@/lib/contract/relay-events';
import { UNKNOWN_STATE, type LiveState } from '@/lib/client/live/live-message';
import { pillWords } from './connection-pill';

const base: LiveState = { ...UNKNOWN_STATE, status: 'live', tip: 1n };

it('every state has words of its own, and none says Live but live', () => {
  const states: LiveState[] = [
    base,
    { ...base, status: 'stale' },
    { ...base, status: 'offline' },
    { ...base, status: 'connecting' },
    { ...base, status: 'connecting', attempts: 2 },
    ...closeReasons.map((reason) => ({ ...base, status: 'closed' as const, reason })),
  ];
  const said = states.map((state) => pillWords(state));
  expect(said.filter(({ word }) => word === 'Live')).toHaveLength(1);
  expect(new Set(said.map(({ tip }) => tip)).size).toBe(states.length);
});
