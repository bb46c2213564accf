// The events of one key in a Redis Stream, and the lease to write them (docs/decisions/024). An entry's id is `epoch-event id`, and the entry names
// the event before it, so a reader that lacks that event has missed something. Redis refuses ids that do not rise, so two writers never disorder the
// stream; an epoch ends with its log.
import type { StreamLimits } from '@/lib/relay/stream/limits';
import type { Frame } from '@/lib/relay/stream/sse';
import { KEY_PREFIX, type Entry, type Redis } from './connection';

/** Renewed three times before it expires; a dead holder is replaced within this time and one more check (shared-stream.ts). */
const LEASE_MS = '2400';
/** Of a stream that is no longer written: a key that was revoked, or a log that ended. */
const EXPIRY_MS = String(10 * 60_000);

/** KEYS holder; ARGV token, ms. Takes or renews the lease, for 1 ms to release it; 0 when another replica has it. */
const LEASE = `
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 1 end
return redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('PEXPIRE', KEYS[1], ARGV[2]) or 0`;

/**
 * KEYS holder, events; ARGV token, ms until it expires, most entries, most bytes, "begin", "reset" or "", the last event, then id, before and bytes
 * of each event after it. Returns the epoch, or false when the lease is lost. An entry without bytes marks where a writer begins.
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

/** `before`: the newest event before this entry. */
function placeOf({ id, message }: Entry | { id: string; message: Record<string, string> }) {
  const [epoch = '', event = '0'] = String(id).split('-');
  return { epoch, id: BigInt(event), before: BigInt(String(message['before'])) };
}

/** Up to where a follower has read. */
interface Position {
  epoch: string | undefined;
  id: bigint;
}

/** The frames in these entries after a position, and the new position. `missed`: events before the next entry are not in Redis. */
export function framesAfter(
  position: Position,
  entries: readonly Entry[],
): { frames: Frame[]; position: Position; missed: boolean } {
  let { epoch, id } = position;
  const frames: Frame[] = [];
  for (const entry of entries) {
    const { bytes, how } = entry.message;
    const place = placeOf(entry);
    if (place.epoch !== epoch && String(how) === 'reset') ({ id } = place);
    ({ epoch } = place);
    if (place.before > id) return { frames, position: { epoch, id }, missed: true };
    if (bytes === undefined || place.id <= id) continue;
    ({ id } = place);
    frames.push({ id, bytes });
  }
  return { frames, position: { epoch, id }, missed: false };
}

/** `name`: the same at every replica, and reveals nothing about the key. `token`: identifies this replica as the holder of a lease. */
export function sharedEvents(
  options: { redis: Redis; token: string; limits: Pick<StreamLimits, 'ringFrames' | 'ringBytes'> },
  name: string,
  logId: string | null,
) {
  const { redis, token, limits } = options;
  const prefix = `${KEY_PREFIX}${name}:${logId ?? ''}`;
  const [holder, events] = [`${prefix}:holder`, `${prefix}:events`];
  const run = (script: string, keys: string[], args: readonly (string | Buffer)[]) =>
    redis.client.eval(script, { keys, arguments: [token, ...args] });

  return {
    /** Takes or renews the lease; false when another replica has it. */
    lease: async () => (await run(LEASE, [holder], [LEASE_MS])) === 1,
    release: () => void run(LEASE, [holder], ['1']).catch(() => undefined),
    hasHolder: async () => (await redis.client.exists(holder)) > 0,
    /**
     * Writes the frames after the event `last`. `mark`: this replica begins to write there, or the log started again there. Resolves with the epoch;
     * undefined when the lease is lost or Redis is away.
     */
    async write(mark: 'begin' | 'reset' | '', last: bigint, frames: readonly Frame[]) {
      const { ringFrames, ringBytes } = limits;
      const args: (string | Buffer)[] = [
        EXPIRY_MS,
        String(ringFrames),
        String(ringBytes),
        mark,
        String(last),
      ];
      let before = last;
      for (const { id, bytes } of frames) {
        if (id <= before) continue;
        args.push(String(id), String(before), bytes);
        before = id;
      }
      const epoch = await run(WRITE, [holder, events], args).catch(() => null);
      return typeof epoch === 'string' ? epoch : undefined;
    },
    /** The epoch in which Redis has everything after `id`; undefined when it lacks some of it, or is in another epoch than the trusted one. */
    async epochAfter(id: bigint, trusted: string | undefined): Promise<string | undefined> {
      const newest = (await redis.client.xRevRange(events, '+', '-', { COUNT: 1 }))?.[0];
      const epoch = newest && placeOf(newest).epoch;
      if (epoch === undefined || epoch !== (trusted ?? epoch)) return undefined;
      const next = (await redis.client.xRange(events, `(${epoch}-${id}`, '+', { COUNT: 1 }))?.[0];
      return next === undefined || placeOf(next).before <= id ? epoch : undefined;
    },
    /** Redis has everything after this event; undefined when it has nothing. */
    async oldest(): Promise<bigint | undefined> {
      const first = (await redis.client.xRange(events, '-', '+', { COUNT: 1 }).catch(() => null))?.[0];
      return first && placeOf(first).before;
    },
    follow: (epoch: string, after: bigint, tail: Parameters<Redis['follow']>[2]) =>
      redis.follow(events, `${epoch}-${after}`, tail),
  };
}
