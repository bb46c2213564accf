import { expect, it } from 'vitest';
import { closeReasons } from '@/lib/contract/relay-events';
import { INITIAL_STATE, type LiveState } from '@/lib/client/live/messages';
import { connectionLabel, lastSign } from './connection-pill';

const pollReasons = ['network', 'index', 'console', 'tabs'] as const;

const base: LiveState = { ...INITIAL_STATE, status: 'live', tip: 1n };

it('every state has its own label, and only live is Live', () => {
  const states: LiveState[] = [
    base,
    { ...base, status: 'stale' },
    { ...base, status: 'offline' },
    { ...base, status: 'connecting' },
    { ...base, status: 'connecting', attempts: 2 },
    ...closeReasons.map((reason) => ({ ...base, status: 'closed' as const, reason })),
    ...pollReasons.map((reason) => ({ ...base, status: 'polling' as const, reason })),
  ];
  const labels = states.map((state) => connectionLabel(state));
  expect(labels.filter(({ label }) => label === 'Live')).toHaveLength(1);
  expect(new Set(labels.map(({ tip }) => tip)).size).toBe(states.length);
});

it('shows the latest event or heartbeat, but no heartbeat from before a disconnect', () => {
  const state = { ...base, after: 1n, received: 0, last_event_at: null, last_visit: null };
  const cases = [
    [{}, null],
    [{ heartbeat_at: 8_000 }, 'last heartbeat 2 s ago'],
    [{ heartbeat_at: 8_000, last_event_at: 9_000 }, 'last event 1 s ago'],
    [{ heartbeat_at: 8_000, last_event_at: 3_000 }, 'last heartbeat 2 s ago'],
    [{ status: 'stale', heartbeat_at: 8_000, last_event_at: 3_000 }, 'last event 7 s ago'],
    [{ status: 'stale', heartbeat_at: 8_000 }, null],
    [{ status: 'polling', heartbeat_at: 8_000, last_event_at: 3_000 }, 'last update 2 s ago'],
  ] as const;
  for (const [change, text] of cases) expect(lastSign({ ...state, ...change }, 10_000)).toBe(text);
});
