// One replica per key holds the stream from the index and writes it to a Redis Stream, from which the others read it (docs/decisions/024).
// An entry's id is `epoch-event id`, and it names the event before it: a reader that lacks that one has missed something, and reads from the index
// itself until it has caught up. Redis refuses ids that do not rise, so two writers never disorder the stream; an epoch ends with its log.
import { randomUUID } from 'node:crypto';
import type { StreamLimits } from '@/lib/relay/stream/limits';
import { every, type Clock } from '@/lib/time/clock';
import type { Frame } from '@/lib/relay/stream/sse';
import type { OpenConnection, OpenShared, UpstreamConnection } from '@/lib/relay/stream/upstream-connection';
import type { Entry, Redis } from './connection';

/** Renewed three times before it expires; a dead holder is replaced within this time and one more check. */
const LEASE_MS = '2400';
const CHECK_MS = 800;
/** Of a stream that is no longer written: a key that was revoked, or a log that ended. */
const KEEP_MS = String(10 * 60_000);

/** KEYS holder; ARGV token, ms. Takes or renews the lease, for 1 ms to release it; 0 when another replica has it. */
const LEASE = `
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 1 end
return redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('PEXPIRE', KEYS[1], ARGV[2]) or 0`;

/**
 * KEYS holder, events; ARGV token, ms to keep, most entries, most bytes, "begin", "reset" or "", the last event, then id, before and bytes of
 * each event after it. Returns the epoch, or false when the lease is lost. An entry without bytes marks where a writer begins.
 */
const WRITE = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return false end
local newest = redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', 1)[1]
local epoch = newest and string.match(newest[1], '^%d+') or redis.call('TIME')[1]
if ARGV[5] == 'reset' then epoch = string.format('%.0f', epoch + 1) end
if ARGV[5] ~= '' then redis.pcall('XADD', KEYS[2], epoch .. '-' .. ARGV[6], 'before', ARGV[6], 'how', ARGV[5]) end
for at = 7, #ARGV, 3 do
  redis.pcall('XADD', KEYS[2], 'MAXLEN', '~', ARGV[3], epoch .. '-' .. ARGV[at],
    'before', ARGV[at + 1], 'bytes', ARGV[at + 2])
end
if redis.call('MEMORY', 'USAGE', KEYS[2]) > tonumber(ARGV[4]) then
  redis.call('XTRIM', KEYS[2], 'MAXLEN', '~', math.floor(redis.call('XLEN', KEYS[2]) / 2))
end
redis.call('PEXPIRE', KEYS[2], ARGV[2])
return epoch`;

/** own: the index is read directly, because Redis is away or lacks what came before. */
export type Role = 'holder' | 'follower' | 'own';

/** `before`: the newest event before this entry. */
function placeOf({ id, message }: Entry | { id: string; message: Record<string, string> }) {
  const [epoch = '', event = '0'] = String(id).split('-');
  return { epoch, id: BigInt(event), before: BigInt(String(message['before'])) };
}

export function createSharedStreams(options: {
  redis: Redis;
  clock: Clock;
  limits: Pick<StreamLimits, 'ringFrames' | 'ringBytes'>;
  log: (message: string, fields: Record<string, string>) => void;
}) {
  const { clock, limits, log, redis } = options;
  const token = randomUUID();
  const open = new Set<{ role: Role; check(): Promise<void> }>();
  every(clock, CHECK_MS, () => {
    for (const one of open) void one.check().catch(() => undefined);
  });

  const run = (script: string, keys: string[], args: readonly (string | Buffer)[]) =>
    redis.client.eval(script, { keys, arguments: [token, ...args] });

  /** The stream of one key. `name`: the same at every replica, and reveals nothing about the key. */
  function streamOf(name: string, direct: OpenConnection) {
    /** Where this replica last read or wrote. It trusts no other epoch until the index has sent something: its cursor may be of an ended log. */
    let epoch: string | undefined;
    let resetTo: bigint | undefined;
    const keyOf = (logId: string | null, what: 'holder' | 'events') =>
      `dagscope:${name}:${logId ?? ''}:${what}`;

    const openShared: OpenShared = (cursor, handlers, logId) => {
      const [holder, events] = [keyOf(logId, 'holder'), keyOf(logId, 'events')];
      let inner: UpstreamConnection | undefined;
      let stopTail: (() => void) | undefined;
      /** The newest event that was passed on. */
      let position = cursor;
      let ended = false;
      const self = { role: 'own' as Role, check };

      const lease = async (ms = LEASE_MS) => (await run(LEASE, [holder], [ms])) === 1;

      function leave(): void {
        ended = true;
        open.delete(self);
        stopTail?.();
        inner?.close();
        if (self.role === 'holder') void lease('1').catch(() => undefined);
      }

      /** The channel opens again at once, and finds its role again. */
      function end(why: string): void {
        if (ended) return;
        log('shared stream left', { role: self.role, why });
        leave();
        handlers.onClose({ why: 'ended' });
      }

      async function write(how: 'begin' | 'reset' | '', last: bigint, frames: readonly Frame[]) {
        const args: (string | Buffer)[] = [KEEP_MS, String(limits.ringFrames), String(limits.ringBytes)];
        args.push(how, String(last));
        let before = last;
        for (const { id, bytes } of frames) {
          if (id <= before) continue;
          args.push(String(id), String(before), bytes);
          before = id;
        }
        const written = await run(WRITE, [holder, events], args).catch(() => null);
        if (typeof written === 'string') epoch = written;
        else self.role = 'own';
      }

      function hold(last: bigint): void {
        self.role = 'holder';
        log('shared stream held', {});
        void write('begin', last, []);
      }

      function onFrames(frames: Frame[]): void {
        const last = position ?? 0n;
        position = frames.at(-1)?.id;
        handlers.onFrames(frames);
        const base = resetTo;
        resetTo = undefined;
        if (self.role === 'own') epoch = undefined;
        else if (base === undefined) void write('', last, frames);
        else {
          // What came before the reset in this chunk belongs to the log that ended.
          const first = frames.findLastIndex(({ id }) => id === base + 1n);
          void write('reset', base, frames.slice(Math.max(0, first)));
        }
      }

      function readDirectly(): void {
        resetTo = undefined;
        open.add(self);
        inner = direct(cursor, {
          onOpen: () => handlers.onOpen(),
          onFrames,
          onClose(why) {
            leave();
            handlers.onClose(why);
          },
        });
      }

      function follow(from: string, after: bigint): void {
        self.role = 'follower';
        open.add(self);
        epoch = from;
        let at = after;
        function onEntries(entries: readonly Entry[]): void {
          const frames: Frame[] = [];
          let missed = false;
          for (const entry of entries) {
            const { bytes, how } = entry.message;
            const place = placeOf(entry);
            if (place.epoch !== epoch && String(how) === 'reset') at = place.id;
            epoch = place.epoch;
            missed = place.before > at;
            if (missed) break;
            if (bytes === undefined || place.id <= at) continue;
            at = place.id;
            frames.push({ id: at, bytes });
          }
          if (frames.length > 0) handlers.onFrames(frames);
          if (missed) end('Redis lacks events');
        }
        const onLost = () => end('Redis lost');
        stopTail = redis.follow(events, `${from}-${after}`, { onEntries, onLost });
        handlers.onOpen();
      }

      /** The epoch in which everything after `id` can be read from Redis; undefined when some of it is not there. */
      async function epochAfter(id: bigint): Promise<string | undefined> {
        const newest = (await redis.client.xRevRange(events, '+', '-', { COUNT: 1 }))?.[0];
        const current = newest && placeOf(newest).epoch;
        if (current === undefined || current !== (epoch ?? current)) return undefined;
        const next = (await redis.client.xRange(events, `(${current}-${id}`, '+', { COUNT: 1 }))?.[0];
        return next === undefined || placeOf(next).before <= id ? current : undefined;
      }

      async function start(): Promise<void> {
        await redis.first;
        const holds = cursor !== undefined && (await lease());
        const found = cursor === undefined || holds ? undefined : await epochAfter(cursor);
        if (ended) return;
        if (cursor !== undefined && found !== undefined) return follow(found, cursor);
        readDirectly();
        if (holds) hold(cursor);
      }

      /** Renews the lease, or takes that of a holder that has gone; without it, reads from Redis as soon as that has everything. */
      async function check(): Promise<void> {
        if (self.role === 'follower') {
          if ((await redis.client.exists(holder)) === 0) end('the holder has gone');
          return;
        }
        if (position === undefined) return;
        const holds = await lease();
        if (ended || (holds && self.role === 'holder')) return;
        if (holds) hold(position);
        else if ((await epochAfter(position)) !== undefined) end('Redis has everything');
      }

      void start().catch(() => ended || readDirectly());
      return { close: () => ended || leave(), pause: () => inner?.pause(), resume: () => inner?.resume() };
    };

    return {
      open: openShared,
      /** Redis has what came after this event. */
      async oldest(logId: string | null): Promise<bigint | undefined> {
        const found = redis.client.xRange(keyOf(logId, 'events'), '-', '+', { COUNT: 1 });
        const first = (await found.catch(() => null))?.[0];
        return first && placeOf(first).before;
      },
      /** The channel found that the log started again, after `base`. */
      noteReset(base: bigint): void {
        resetTo = base;
        epoch = undefined;
      },
    };
  }

  return {
    streamOf,
    /** How many connections have each role. */
    roles(): Record<Role, number> {
      const counts = { holder: 0, follower: 0, own: 0 };
      for (const { role } of open) counts[role] += 1;
      return counts;
    },
  };
}
