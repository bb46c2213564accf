// The simulated network as recorded lines: the same twice, decodable to the last event, in order, within bounds, and continued after a restart.
import { describe, expect, test, vi } from 'vitest';
import { decodePayload, eventKinds } from '@/lib/contract/event-kinds/catalogue';
import { isDigest, isObjectId } from '@/lib/contract/ids';
import { groupBy } from '@/lib/dag/traverse';
import { eventLine, snapshotLine } from '@/lib/index-service/log/recorded-line';
import { createSimulation, type TimedLine } from './simulation';

// Ten weeks of history are made and written out several times here.
vi.setConfig({ testTimeout: 60_000 });

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const simulation = createSimulation({ seed: 'tidewater', now: NOW, eventsPerSecond: 2 });
const lines = [...simulation.history()];
// Not the exact writer of the log, which is slower: here lines are only compared.
const write = (value: unknown) =>
  JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? `${member}` : member));
const text = (timed: readonly TimedLine[]) => timed.map(write).join('\n');
const firstText = text(lines);

function take(source: Iterable<TimedLine>, count: number): TimedLine[] {
  const taken: TimedLine[] = [];
  for (const line of source) {
    if (taken.length === count) break;
    taken.push(line);
  }
  return taken;
}

describe('history', () => {
  test('the same seed gives the same bytes, another seed does not', () => {
    const again = createSimulation({ seed: 'tidewater', now: NOW, eventsPerSecond: 9 });
    expect(text([...again.history()])).toBe(firstText);
    const other = createSimulation({ seed: 'northgate', now: NOW, eventsPerSecond: 2 });
    expect(text(take(other.history(), 300))).not.toBe(text(lines.slice(0, 300)));
  });

  test('every line may enter the log, and every event decodes', () => {
    const bad = lines.filter(({ line }) =>
      'snapshot' in line
        ? !snapshotLine.safeParse(line).success
        : !eventLine.safeParse(line).success || decodePayload(line.kind, line.payload) === undefined,
    );
    expect(bad.slice(0, 3)).toEqual([]);
  });

  test('every current kind occurs, and no other', () => {
    const kinds = new Set(lines.flatMap(({ line }) => ('snapshot' in line ? [] : [line.kind])));
    expect([...kinds].sort()).toEqual(Object.keys(eventKinds).sort());
  });

  test('ids and digests are well formed', () => {
    const strange = lines.flatMap(({ line }) => {
      if ('snapshot' in line) return [];
      const words = write(line.payload).match(/"0x[^"]*"/g) ?? [];
      return [
        ...(isDigest(line.tx_digest) && line.tx_digest.length > 40 ? [] : [line.tx_digest]),
        ...(isObjectId(line.sender_address) ? [] : [line.sender_address]),
        ...words.filter((word) => !/^"0x[0-9a-f]{64}(::\w+)*"$/.test(word)),
      ];
    });
    expect(strange).toEqual([]);
  });

  test('it is in order, spans ten weeks, of which two are busy, ends at now, and stays within bounds', () => {
    expect(lines.length).toBeGreaterThan(25_000);
    expect(lines.length).toBeLessThanOrEqual(45_000);
    const times = lines.map(({ line }) => Date.parse(line.onchain_at ?? ''));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times[0]).toBe(NOW - 70 * 86_400_000);
    const early = times.filter((at) => at < NOW - 14 * 86_400_000).length;
    expect(early).toBeGreaterThan(4_000);
    expect(early).toBeLessThan(lines.length / 3);
    // Each week can be compared with the one before.
    const weeks = new Set(times.map((at) => Math.floor((NOW - at) / (7 * 86_400_000))));
    expect(weeks.size).toBeGreaterThanOrEqual(10);
    expect(times.at(-1)).toBeLessThanOrEqual(NOW);
    expect(NOW - (times.at(-1) ?? 0)).toBeLessThan(3 * 3_600_000);
    const taken = lines.map(({ indexed_at }) => Date.parse(indexed_at));
    expect(taken).toEqual([...taken].sort((a, b) => a - b));
    expect(Math.min(...taken.map((at, index) => at - (times[index] ?? 0)))).toBeGreaterThanOrEqual(200);
  });

  test('a transaction is one moment, one sender, and its events are numbered without gaps', () => {
    const events = groupBy(
      lines.flatMap(({ line }) => ('snapshot' in line ? [] : [line])),
      ({ tx_digest }) => tx_digest,
    );
    const torn = [...events.values()].filter((of) =>
      of.some(
        ({ onchain_at, sender_address, event_index }, place) =>
          onchain_at !== of[0]?.onchain_at ||
          sender_address !== of[0]?.sender_address ||
          event_index !== place,
      ),
    );
    expect(torn).toEqual([]);
  });

  test('an amount that no double can hold is in it', () => {
    expect(firstText).toContain('"pool_total":"9007199254740993"');
  });
});

describe('live', () => {
  const session = { from: NOW };

  test('continues after history: what was under way ends', () => {
    const digests = new Set(lines.map(({ line }) => ('kind' in line ? line.tx_digest : '')));
    const live = take(simulation.live({ after: NOW + 1, sessions: [session] }), 3_000);
    const before = live.filter(
      ({ line }) =>
        Date.parse(line.onchain_at ?? '') <= NOW || ('kind' in line && digests.has(line.tx_digest)),
    );
    expect(before).toEqual([]);
    const perSecond = live.length / ((Date.parse(live.at(-1)?.indexed_at ?? '') - NOW) / 1_000);
    expect(perSecond).toBeGreaterThan(0.7);
    expect(perSecond).toBeLessThan(4);
  });

  test('without a session it repeats history, from the middle as well', () => {
    const after = NOW - 30 * 3_600_000;
    const rest = lines.filter(({ line }) => Date.parse(line.onchain_at ?? '') >= after);
    expect(rest.length).toBeGreaterThan(1_000);
    expect(text(take(simulation.live({ after, sessions: [] }), rest.length))).toBe(text(rest));
  });

  test('a restart in the same sessions produces what the first process would have produced', () => {
    const whole = take(simulation.live({ after: NOW, sessions: [session] }), 2_000);
    const cut = whole.findIndex(
      ({ line }, index) => index > 900 && line.onchain_at !== whole[index - 1]?.line.onchain_at,
    );
    const after = Date.parse(whole[cut]?.line.onchain_at ?? '');
    const again = createSimulation({ seed: 'tidewater', now: NOW, eventsPerSecond: 2 });
    expect(text(take(again.live({ after, sessions: [session] }), whole.length - cut))).toBe(
      text(whole.slice(cut)),
    );
  });

  test('after a pause, runs of the session before still end, and none begins in between', () => {
    const until = NOW + 600_000;
    const from = NOW + 4_000_000;
    const kindsOf = (sessions: { from: number; until?: number }[], after: number, count: number) =>
      take(simulation.live({ after, sessions }), count).flatMap(({ line }) =>
        'kind' in line
          ? [{ kind: line.kind, at: Date.parse(line.onchain_at ?? ''), payload: line.payload }]
          : [],
      );
    const before = kindsOf([session], NOW, 4_000).filter(({ at }) => at <= until);
    const rest = kindsOf([{ from: NOW, until }, { from }], until, 4_000);
    const created = before.filter(({ kind }) => kind === 'AgentSkillExecutionRequestedEvent');
    const finished = new Set(
      [...before, ...rest]
        .filter(({ kind }) => kind === 'ExecutionFinishedEvent')
        .map(({ payload }) => payload['execution']),
    );
    expect(created.length).toBeGreaterThan(5);
    for (const { payload } of created) expect(finished.has(payload['execution_id'])).toBe(true);
    const between = rest.filter(({ at, kind }) => kind === 'TaskCreatedEvent' && at > until && at < from);
    expect(between.length).toBeLessThan(4);
  });
});
