// With a fake EventSource, which Node does not have, and fake timers; the real one runs in the browser tests.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ManualSource } from '@/lib/client/testing/manual-source';
import { createConnection, type WhyLost } from './connection';
import type { LiveConnection, LiveMessage, StoredCursor } from './messages';
import { systemClock as clock } from '@/lib/time/clock';

let sources: ManualSource[];
let messages: LiveMessage[];
let stored: StoredCursor | null;
let connection: LiveConnection;
let why: WhyLost | undefined;
let questions: number;
let online: boolean;

function create(): LiveConnection {
  const made = createConnection({
    open: (url) => {
      const source = new ManualSource(url);
      sources.push(source);
      return source;
    },
    clock,
    random: () => 0.5,
    stored: { get: () => stored, set: (cursor) => void (stored = cursor) },
    online: () => online,
    whyLost: () => {
      questions += 1;
      return why === undefined ? Promise.reject(new Error('no answer')) : Promise.resolve(why);
    },
    readNewEvents: () => Promise.resolve({ is: 'unlisted' }),
    requestSlot: ({ onGranted }) => {
      onGranted();
      return () => undefined;
    },
  });
  made.onMessage((message) => messages.push(message));
  return made;
}
const source = () => sources.at(-1)!;
const open = () => sources.filter(({ closed }) => !closed);
const ids = () => messages.flatMap((message) => (message.is === 'event' ? [message.event.id] : []));

beforeEach(() => {
  vi.useFakeTimers();
  sources = [];
  messages = [];
  stored = null;
  why = undefined;
  questions = 0;
  online = true;
  connection = create();
});
afterEach(() => {
  connection.stop();
  vi.useRealTimers();
});

describe('the live connection', () => {
  it('starts at the tip and delivers events with exact integers', () => {
    connection.start();
    expect(source().url).toBe('/api/events/stream');
    expect(connection.state().status).toBe('connecting');
    source().hello();
    source().event('9007199254740993');
    expect(messages[0]).toEqual({ is: 'begin', after: 10n, stale_page: true });
    expect(ids()).toEqual([9007199254740993n]);
    expect(messages[1]).toMatchObject({ event: { payload: { n: 9007199254740993n } } });
    expect(connection.state()).toMatchObject({ status: 'live', tip: 10n, attempts: 0 });
  });

  it('keeps its state the same object until something in it changes', () => {
    connection.start();
    source().hello();
    const before = connection.state();
    source().emit('relay-beat', { tip: '10', state: 'live' });
    expect(connection.state()).toBe(before);
    vi.advanceTimersByTime(1_000);
    source().emit('relay-beat', { tip: '10', state: 'live' });
    expect(connection.state()).toEqual({ ...before, heartbeat_at: clock.now() });
  });

  it('reconnects after the last event, and counts it', () => {
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
    expect(connection.state()).toMatchObject({ status: 'live', attempts: 0, reconnects: 1 });
    expect(messages.filter(({ is }) => is === 'begin')).toHaveLength(1);
  });

  it('backs off up to 30 s, with one attempt at a time', () => {
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
    expect(waits.slice(0, 3)).toEqual([650, 1250, 2500]);
    expect(Math.max(...waits)).toBeLessThanOrEqual(30_000);
  });

  it('reconnects after 35 s of silence, which a heartbeat interrupts', () => {
    connection.start();
    source().hello();
    vi.advanceTimersByTime(30_000);
    source().emit('relay-beat', { tip: '10', state: 'live' });
    vi.advanceTimersByTime(30_000);
    expect(sources).toHaveLength(1);
    vi.advanceTimersByTime(10_000);
    expect(sources[0]!.closed).toBe(true);
  });

  it('advances the cursor with a heartbeat', () => {
    connection.start();
    source().hello();
    source().emit('relay-beat', { tip: '44', state: 'live' }, '44');
    source().fail();
    vi.advanceTimersByTime(2_000);
    expect(source().url).toBe('/api/events/stream?last_event_id=44');
  });

  it('reports that the index is unreachable, and that it is back', () => {
    connection.start();
    source().hello();
    source().emit('relay-status', { state: 'stale' });
    expect(connection.state().status).toBe('stale');
    source().emit('relay-status', { state: 'live' });
    expect(connection.state().status).toBe('live');
  });

  it('reports a short outage of the index, and stays live', () => {
    connection.start();
    source().hello();
    source().emit('relay-away', { ms: 2_500 });
    expect(messages.at(-1)).toEqual({ is: 'outage', ms: 2_500 });
    expect(connection.state().status).toBe('live');
  });

  it('is offline without a network, and reconnects at once when it returns', () => {
    connection.start();
    online = false;
    source().fail();
    expect(connection.state().status).toBe('offline');
    online = true;
    connection.reconnectNow();
    expect(open()).toHaveLength(1);
    connection.reconnectNow();
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

  it('keeps retrying a temporary refusal', async () => {
    why = 'reachable';
    connection.start();
    source().fail(2);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(open()).toHaveLength(1);
  });

  it('checks the reason once per refusal, but not while the page unloads', async () => {
    connection.start();
    source().fail(2);
    await vi.advanceTimersByTimeAsync(200);
    expect(questions).toBe(1);
    await vi.advanceTimersByTimeAsync(5_000);
    source().fail(2);
    await vi.advanceTimersByTimeAsync(10);
    connection.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(questions).toBe(1);
  });

  it('closes when the relay closes it', () => {
    connection.start();
    source().emit('relay-closed', { reason: 'unauthenticated' });
    expect(connection.state()).toMatchObject({ status: 'closed', reason: 'unauthenticated' });
    vi.advanceTimersByTime(100_000);
    expect(open()).toEqual([]);
  });

  it('starts over after a reset', () => {
    connection.start();
    source().hello('1000');
    source().emit('relay-reset', { log_id: 'L2', tip: '2' });
    source().event('3');
    expect(messages.slice(1)).toMatchObject([
      { is: 'reset', tip: 2n },
      { is: 'event', event: { id: 3n } },
    ]);
    expect(connection.state().tip).toBe(2n);
  });

  it('reports an event it cannot parse as a gap', () => {
    connection.start();
    source().hello();
    source().emit('message', '{"id":11', '11');
    expect(messages.at(-1)).toEqual({ is: 'gap', after: 10n, to: 11n });
    expect(connection.state().status).toBe('live');
  });

  it('ignores a source it has closed', () => {
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

describe('across reloads', () => {
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

  it('resumes where it was', () => {
    reload(1_000);
    expect(source().url).toBe('/api/events/stream?last_event_id=11');
    expect(messages).toMatchObject([{ is: 'begin', after: 11n }]);
  });

  it('resumes after days, with the time of the last visit', () => {
    reload(3 * 86_400_000);
    expect(source().url).toBe('/api/events/stream?last_event_id=11');
    expect(messages).toMatchObject([
      { is: 'begin', after: 11n, last_visit_at: expect.any(Number) as number },
    ]);
    const [begin] = messages;
    expect(begin?.is === 'begin' && clock.now() - (begin.last_visit_at ?? 0)).toBe(3 * 86_400_000);
  });

  it('resumes after a visit without events', () => {
    connection.start();
    source().hello();
    connection.stop();
    vi.advanceTimersByTime(86_400_000);
    messages = [];
    connection = create();
    connection.start();
    expect(source().url).toBe('/api/events/stream?last_event_id=10');
    expect(messages).toEqual([{ is: 'begin', after: 10n, last_visit_at: clock.now() - 86_400_000 }]);
  });

  it('skips what is too much to replay, and reports the ids', () => {
    reload(3 * 86_400_000);
    source().hello('500000');
    expect(source().url).toBe('/api/events/stream?last_event_id=495000');
    expect(messages.at(-1)).toEqual({ is: 'skip', from: 11n, after: 495000n });
    source().hello('500001');
    source().event('495001');
    expect(ids()).toEqual([495001n]);
    expect(open()).toHaveLength(1);
  });

  it('keeps the cursor of an index without log ids', () => {
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

  it('drops the cursor of another log before anything is delivered', () => {
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

describe('gaps that the relay reports', () => {
  it.each([
    [
      { after: '10', to: null },
      { is: 'gap', after: 10n, to: null },
    ],
    [
      { after: '10', to: '900' },
      { is: 'gap', after: 10n, to: 900n },
    ],
    [
      { after: '10', to: '90000' },
      { is: 'skip', from: 10n, after: 90_000n },
    ],
  ])('%j', (gap, message) => {
    connection.start();
    source().hello();
    source().emit('relay-gap', gap);
    expect(messages.at(-1)).toEqual(message);
  });
});
