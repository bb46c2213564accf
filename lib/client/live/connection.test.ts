// The connection with a hand-made EventSource (Node has none) and time turned by hand; the real one runs in the browser tests.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CloseReason } from '@/lib/contract/relay-events';
import { createConnection, type Source } from './connection';
import { createCursorMemory } from './cursor-memory';
import type { LiveConnection, LiveMessage } from './live-message';
import { browserTimers as timers } from './timers';

class HandSource implements Source {
  readyState = 0;
  onerror: (() => void) | null = null;
  closed = false;
  private readonly listeners = new Map<string, (event: { data: string; lastEventId: string }) => void>();
  constructor(readonly url: string) {}
  addEventListener(name: string, listener: (event: { data: string; lastEventId: string }) => void): void {
    this.listeners.set(name, listener);
  }
  close(): void {
    this.closed = true;
  }
  tell(name: string, data: unknown, lastEventId = ''): void {
    this.listeners.get(name)?.({ data: typeof data === 'string' ? data : JSON.stringify(data), lastEventId });
  }
  event(id: string): void {
    const data = `{"id":${id},"kind":"WalkAdvancedEvent","tx_digest":"t","sender_address":"0x1","payload":{"n":9007199254740993}}`;
    this.tell('message', data, id);
  }
  hello(tip: string | null = '10', log_id: string | null = 'L1', state = 'live'): void {
    this.tell('relay-hello', { log_id, tip, state });
  }
  fail(readyState = 0): void {
    this.readyState = readyState;
    this.onerror?.();
  }
}

let sources: HandSource[];
let messages: LiveMessage[];
let drawer: Map<string, string>;
let connection: LiveConnection;
let why: CloseReason | undefined;
let online: boolean;

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
    ),
    online: () => online,
    whyRefused: () => Promise.resolve(why),
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
    expect(messages[0]).toEqual({ is: 'begin', after: 10n });
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
    expect(messages).toEqual([{ is: 'begin', after: 11n }]);
  });

  it('does not after ten minutes', () => {
    reload(11 * 60_000);
    expect(source().url).toBe('/api/events/stream');
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
