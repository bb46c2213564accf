// The connection with a hand-made EventSource (Node has none) and time turned by hand; the real one runs in the browser tests.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CloseReason } from '@/lib/contract/relay-events';
import { HandSource } from '@/lib/client/testing/hand-source';
import { createConnection } from './connection';
import { createCursorMemory } from './cursor-memory';
import type { LiveConnection, LiveMessage } from './live-message';
import { browserTimers as timers } from './timers';

let sources: HandSource[];
let messages: LiveMessage[];
let drawer: Map<string, string>;
let connection: LiveConnection;
let why: CloseReason | undefined;
let online: boolean;
let gatherMs: number;

function create(): LiveConnection {
  const made = createConnection({
    open: (url) => {
      const source = new HandSource(url);
      sources.push(source);
      return source;
    },
    timers,
    random: () => 0.5,
    memory: createCursorMemory(
      () => ({
        getItem: (name) => drawer.get(name) ?? null,
        setItem: (name, value) => void drawer.set(name, value),
        removeItem: (name) => void drawer.delete(name),
      }),
      timers.now,
      'index.test',
    ),
    online: () => online,
    whyRefused: () => Promise.resolve(why),
    gatherMs: () => gatherMs,
  });
  made.onMessage((message) => messages.push(message));
  return made;
}
const source = () => sources.at(-1)!;
const open = () => sources.filter(({ closed }) => !closed);
const ids = () =>
  messages.flatMap((message) => (message.is === 'events' ? message.events.map(({ id }) => id) : []));

beforeEach(() => {
  vi.useFakeTimers();
  sources = [];
  messages = [];
  drawer = new Map();
  why = undefined;
  online = true;
  gatherMs = 0;
  connection = create();
});
afterEach(() => {
  connection.stop();
  vi.useRealTimers();
});

describe('the live connection', () => {
  it('begins at the tip and passes events on, exact to the last digit', () => {
    connection.start();
    expect(source().url).toBe('/api/events/stream');
    expect(connection.state().status).toBe('connecting');
    source().hello();
    source().event('9007199254740993');
    expect(messages[0]).toEqual({ is: 'begin', after: 10n, late: true });
    expect(ids()).toEqual([9007199254740993n]);
    expect(messages[1]).toMatchObject({ events: [{ payload: { n: 9007199254740993n } }] });
    expect(connection.state()).toMatchObject({ status: 'live', tip: 9007199254740993n, attempts: 0 });
  });

  it('keeps its state the same object until something in it changes', () => {
    connection.start();
    source().hello();
    const before = connection.state();
    source().tell('relay-beat', { tip: '10', state: 'live' });
    expect(connection.state()).toBe(before);
    vi.advanceTimersByTime(1_000);
    source().tell('relay-beat', { tip: '10', state: 'live' });
    expect(connection.state()).toEqual({ ...before, heard_at: timers.now() });
  });

  it('passes on at once after a rest, then in handfuls, and never out of order', () => {
    gatherMs = 50;
    connection.start();
    source().hello();
    for (const id of ['11', '12', '13']) source().event(id);
    expect(ids()).toEqual([11n]);
    vi.advanceTimersByTime(50);
    source().event('14');
    source().tell('relay-reset', { log_id: 'L2', tip: '0' });
    expect(messages.slice(1)).toMatchObject([
      { events: [{ id: 11n }] },
      { events: [{ id: 12n }, { id: 13n }] },
      { events: [{ id: 14n }] },
      { is: 'reset' },
    ]);
  });

  it('loses nothing of what it has gathered when it is stopped', () => {
    gatherMs = 50;
    connection.start();
    source().hello();
    for (const id of ['11', '12', '13']) source().event(id);
    connection.stop();
    expect(ids()).toEqual([11n, 12n, 13n]);
  });

  it('comes back after an error behind the last event, and counts it', () => {
    connection.start();
    source().hello();
    source().event('11');
    source().fail();
    expect(open()).toEqual([]);
    expect(connection.state()).toMatchObject({ status: 'connecting', attempts: 1 });
    vi.advanceTimersByTime(2_000);
    expect(sources).toHaveLength(2);
    expect(source().url).toBe('/api/events/stream?last_event_id=11');
    source().hello('11');
    expect(connection.state()).toMatchObject({ status: 'live', attempts: 0, resumed: 1 });
    expect(messages.filter(({ is }) => is === 'begin')).toHaveLength(1);
  });

  it('waits longer each time, never longer than 31 s, with one attempt at a time', () => {
    connection.start();
    const waits: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      const count = sources.length;
      source().fail();
      let waited = 0;
      while (sources.length === count) {
        vi.advanceTimersByTime(50);
        waited += 50;
      }
      waits.push(waited);
      expect(open()).toHaveLength(1);
    }
    expect(waits.slice(0, 3)).toEqual([750, 1250, 2250]);
    expect(Math.max(...waits)).toBeLessThan(31_000);
  });

  it('takes 45 s of silence for the end, and a beat for life', () => {
    connection.start();
    source().hello();
    vi.advanceTimersByTime(40_000);
    source().tell('relay-beat', { tip: '10', state: 'live' });
    vi.advanceTimersByTime(40_000);
    expect(sources).toHaveLength(1);
    vi.advanceTimersByTime(10_000);
    expect(sources[0]!.closed).toBe(true);
  });

  it('lets the beat move the cursor while nothing it sees happens', () => {
    connection.start();
    source().hello();
    source().tell('relay-beat', { tip: '44', state: 'live' }, '44');
    source().fail();
    vi.advanceTimersByTime(2_000);
    expect(source().url).toBe('/api/events/stream?last_event_id=44');
  });

  it('says that the index is away, and that it is back', () => {
    connection.start();
    source().hello();
    source().tell('relay-status', { state: 'stale' });
    expect(connection.state().status).toBe('stale');
    source().tell('relay-status', { state: 'live' });
    expect(connection.state().status).toBe('live');
  });

  it('passes on that the index was away for a moment, and stays live', () => {
    connection.start();
    source().hello();
    source().tell('relay-away', { ms: 2_500 });
    expect(messages.at(-1)).toEqual({ is: 'away', ms: 2_500 });
    expect(connection.state().status).toBe('live');
  });

  it('says offline when the browser has no network, and tries again at once when it has', () => {
    connection.start();
    online = false;
    source().fail();
    expect(connection.state().status).toBe('offline');
    online = true;
    connection.hurry();
    expect(open()).toHaveLength(1);
    connection.hurry();
    expect(sources).toHaveLength(2);
  });

  it.each(['unauthenticated', 'missing_scope'] as const)(
    'stops for good when refused: %s',
    async (reason) => {
      connection.start();
      why = reason;
      source().fail(2);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(connection.state()).toMatchObject({ status: 'closed', reason });
      expect(open()).toEqual([]);
    },
  );

  it('goes on trying when refused for a while only', async () => {
    connection.start();
    source().fail(2);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(open()).toHaveLength(1);
  });

  it('ends when the relay says so', () => {
    connection.start();
    source().tell('relay-closed', { reason: 'unauthenticated' });
    expect(connection.state()).toMatchObject({ status: 'closed', reason: 'unauthenticated' });
    vi.advanceTimersByTime(100_000);
    expect(open()).toEqual([]);
  });

  it('starts over when told that the log did', () => {
    connection.start();
    source().hello('1000');
    source().tell('relay-reset', { log_id: 'L2', tip: '2' });
    source().event('3');
    expect(messages.slice(1)).toMatchObject([{ is: 'reset', tip: 2n }, { is: 'events' }]);
    expect(connection.state().tip).toBe(3n);
  });

  it('reports what it cannot read as a gap', () => {
    connection.start();
    source().hello();
    source().tell('message', '{"id":11', '11');
    expect(messages.at(-1)).toEqual({ is: 'gap', after: 10n });
  });

  it('hears nothing from a source it let go', () => {
    connection.start();
    source().hello();
    connection.stop();
    source().event('11');
    expect(ids()).toEqual([]);
    connection.start();
    source().hello('11');
    sources[0]!.event('12');
    expect(ids()).toEqual([]);
    expect(open()).toHaveLength(1);
  });
});

describe('over a reload', () => {
  function reload(afterMs: number): void {
    connection.start();
    source().hello();
    source().event('11');
    connection.stop();
    vi.advanceTimersByTime(afterMs);
    messages = [];
    connection = create();
    connection.start();
  }

  it('goes on where it was', () => {
    reload(1_000);
    expect(source().url).toBe('/api/events/stream?last_event_id=11');
    expect(messages).toMatchObject([{ is: 'begin', after: 11n }]);
  });

  it('goes on where it was after days as well, and says how long ago that was', () => {
    reload(3 * 86_400_000);
    expect(source().url).toBe('/api/events/stream?last_event_id=11');
    expect(messages).toMatchObject([{ is: 'begin', after: 11n, left_at: expect.any(Number) as number }]);
    const [begin] = messages;
    expect(begin?.is === 'begin' && timers.now() - (begin.left_at ?? 0)).toBe(3 * 86_400_000);
  });

  it('goes on after a visit in which nothing happened', () => {
    connection.start();
    source().hello();
    connection.stop();
    vi.advanceTimersByTime(86_400_000);
    messages = [];
    connection = create();
    connection.start();
    expect(source().url).toBe('/api/events/stream?last_event_id=10');
    expect(messages).toEqual([{ is: 'begin', after: 10n, left_at: timers.now() - 86_400_000 }]);
  });

  it('leaves out what nobody would scroll through, and says from where to where', () => {
    reload(3 * 86_400_000);
    source().hello('500000');
    expect(source().url).toBe('/api/events/stream?last_event_id=495000');
    expect(messages.at(-1)).toEqual({ is: 'skip', from: 11n, after: 495000n });
    source().hello('500001');
    source().event('495001');
    expect(ids()).toEqual([495001n]);
    expect(open()).toHaveLength(1);
  });

  it('does not with the cursor of another index', () => {
    drawer.set('dagscope.cursor other.test', `${timers.now()} 77 L1`);
    connection.start();
    expect(source().url).toBe('/api/events/stream');
  });

  it('keeps the cursor of an index that does not name its logs', () => {
    connection.start();
    source().hello('10', null);
    source().event('11');
    connection.stop();
    connection = create();
    connection.start();
    expect(source().url).toBe('/api/events/stream?last_event_id=11');
    source().hello('11', null);
    expect(connection.state().status).toBe('live');
  });

  it('does not in another log: the cursor is dropped before anything is passed on', () => {
    reload(1_000);
    const first = source();
    first.hello('3', 'L2');
    expect(first.closed).toBe(true);
    expect(source().url).toBe('/api/events/stream?last_event_id=3');
    first.event('12');
    expect(ids()).toEqual([]);
    expect(messages.at(-1)).toEqual({ is: 'reset', tip: 3n });
  });
});
