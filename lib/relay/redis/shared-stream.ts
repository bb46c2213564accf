// One replica per key holds the stream from the index and writes it to a Redis Stream, from which the others read it (docs/decisions/024).
// An entry's id is `epoch-event id`, and it names the event before it: a reader that lacks that one has missed something, and reads from the index
// itself until it has caught up. Redis refuses ids that do not rise, so two writers never disorder the stream; an epoch ends with its log.
import { randomUUID } from 'node:crypto';
import type { Clock, StreamLimits } from '@/lib/relay/stream/limits';
import type { Frame } from '@/lib/relay/stream/sse';
import type { OpenConnection, OpenShared, UpstreamConnection } from '@/lib/relay/stream/upstream-connection';
import type { Entry, Redis } from './connection';

/** Renewed three times before it expires; a dead holder is replaced within this time and one more check. */
const LEASE_MS = 2_400;
const CHECK_MS = 800;
/** Of a stream that is no longer written: a key that was revoked, or a log that ended. */
const KEEP_MS = 10 * 60_000;

/** KEYS holder, events; ARGV token, cursor, "reset" or "", time to keep. Returns the epoch, or false when the lease is lost. */
const MARK = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return false end
local last = redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', 1)[1]
local now = redis.call('TIME')
local epoch = now[1] * 1000 + math.floor(now[2] / 1000)
if last then
  local known = tonumber(string.match(last[1], '^%d+'))
  if ARGV[3] == 'reset' then epoch = math.max(epoch, known + 1) else epoch = known end
end
local id = string.format('%.0f', epoch) .. '-' .. ARGV[2]
redis.pcall('XADD', KEYS[2], id, 'before', ARGV[2], 'mark', ARGV[3])
redis.call('PEXPIRE', KEYS[2], ARGV[4])
return string.format('%.0f', epoch)`;

/** KEYS holder, events; ARGV token, epoch, most entries, oldest event to keep, time to keep, then id, before, kind and bytes of each frame. */
const APPEND = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
for at = 6, #ARGV, 4 do
  redis.pcall('XADD', KEYS[2], 'MAXLEN', '~', ARGV[3], ARGV[2] .. '-' .. ARGV[at],
    'before', ARGV[at + 1], 'kind', ARGV[at + 2], 'bytes', ARGV[at + 3])
end
redis.call('XTRIM', KEYS[2], 'MINID', '~', ARGV[2] .. '-' .. ARGV[4])
redis.call('PEXPIRE', KEYS[2], ARGV[5])
return 1`;

const RENEW = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0`;
const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;

/** own: the index is read directly, because Redis is away or lacks what came before. */
export type Role = 'holder' | 'follower' | 'own';

interface Position {
  epoch: string;
  /** The newest event that was passed on. */
  id: bigint;
}

interface Place extends Position {
  /** The newest event before this entry. */
  before: bigint;
  /** Null: an event. */
  mark: string | null;
}

function placeOf({ id, fields }: Entry): Place {
  const [epoch = '0', event = '0'] = id.split('-');
  const mark = fields.get('mark');
  return {
    epoch,
    id: BigInt(event),
    before: BigInt(String(fields.get('before'))),
    mark: mark === undefined ? null : String(mark),
  };
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
  let cancelChecks: (() => void) | undefined;

  const run = <Reply>(script: string, keys: readonly string[], args: readonly (string | Buffer)[]) =>
    redis.command<Reply>(['EVAL', script, String(keys.length), ...keys, ...args]);

  function checkAll(): void {
    for (const one of open) void one.check().catch(() => undefined);
  }

  /** The stream of one key. `name`: the same at every replica, and reveals nothing about the key. */
  function streamOf(name: string, direct: OpenConnection) {
    /** The epoch in which this replica last read or wrote, by log. */
    const epochs = new Map<string, string>();
    let resetTo: bigint | undefined;

    const openShared: OpenShared = (cursor, handlers, logId) => {
      const holder = `dagscope:${name}:${logId ?? ''}:holder`;
      const events = `dagscope:${name}:${logId ?? ''}:events`;
      let inner: UpstreamConnection | undefined;
      let stopTail: () => void = () => undefined;
      let position = cursor;
      let ended = false;
      const self = { role: 'own' as Role, check: () => Promise.resolve() };

      function leave(): void {
        ended = true;
        open.delete(self);
        stopTail();
        inner?.close();
        if (open.size > 0) return;
        cancelChecks?.();
        cancelChecks = undefined;
      }

      const release = () => void run(RELEASE, [holder], [token]).catch(() => undefined);

      /** The channel opens again at once, and finds its role again. */
      function end(why: string): void {
        if (ended) return;
        log('shared stream left', { role: self.role, why });
        if (self.role === 'holder') release();
        leave();
        handlers.onClose({ why: 'ended' });
      }

      function connect(onFrames: (frames: Frame[]) => void): void {
        inner = direct(cursor, {
          onOpen: () => handlers.onOpen(),
          onFrames,
          onClose(why) {
            if (self.role === 'holder') release();
            leave();
            handlers.onClose(why);
          },
        });
      }

      function passOn(frames: Frame[]): void {
        position = frames.at(-1)?.id ?? position;
        handlers.onFrames(frames);
      }

      function readDirectly(): void {
        self.role = 'own';
        connect(passOn);
        self.check = async () => {
          if (position === undefined || !redis.isReady()) return;
          const isHeld = (await redis.command<number>(['EXISTS', holder])) === 1;
          if (!isHeld || (await pointAfter(position)) !== undefined) end('Redis can be used again');
        };
      }

      async function hold(): Promise<void> {
        self.role = 'holder';
        resetTo = undefined;
        let epoch = await run<string | null>(
          MARK,
          [holder, events],
          [token, String(cursor), '', String(KEEP_MS)],
        );
        if (epoch === null) return end('lease lost');
        if (ended) return release();
        epochs.set(events, epoch);
        log('shared stream held', {});
        let last = cursor ?? 0n;
        const written: { id: bigint; bytes: number }[] = [];
        let bytes = 0;

        async function write(frames: readonly Frame[], base: bigint | undefined): Promise<void> {
          if (base !== undefined) {
            epoch = await run<string | null>(
              MARK,
              [holder, events],
              [token, String(base), 'reset', String(KEEP_MS)],
            );
            if (epoch === null) return end('lease lost');
            epochs.set(events, epoch);
            [last, bytes] = [base, 0];
            written.length = 0;
          }
          const args: (string | Buffer)[] = [];
          for (const { id, kind, bytes: data } of frames) {
            if (id <= last) continue;
            args.push(String(id), String(last), kind, data);
            written.push({ id, bytes: data.length });
            bytes += data.length;
            last = id;
          }
          // What an earlier holder wrote is kept until this one has written enough itself.
          let oldest = 0n;
          while (bytes > limits.ringBytes) {
            bytes -= written.shift()?.bytes ?? bytes;
            oldest = written[0]?.id ?? last;
          }
          if (args.length === 0) return;
          const facts = [token, epoch ?? '', String(limits.ringFrames), String(oldest), String(KEEP_MS)];
          if ((await run<number>(APPEND, [holder, events], [...facts, ...args])) === 0) end('lease lost');
        }

        // In order: a reset waits for the epoch's answer, and what follows waits for it.
        let writes = Promise.resolve();
        connect((frames) => {
          passOn(frames);
          const base = resetTo;
          resetTo = undefined;
          // What came before the reset in this chunk belongs to the log that ended.
          const from = base === undefined ? 0 : frames.findLastIndex(({ id }) => id === base + 1n);
          writes = writes
            .then(() => (ended ? undefined : write(frames.slice(Math.max(0, from)), base)))
            .catch(() => end('Redis lost'));
        });
        self.check = async () => {
          const renewed = await run<number>(RENEW, [holder], [token, String(LEASE_MS)]).catch(() => 0);
          if (renewed !== 1) end('lease lost');
        };
      }

      /** Where in Redis everything after `id` can be read; undefined when some of it is not there. */
      async function pointAfter(id: bigint): Promise<Position | undefined> {
        const [newest] = await redis.command<[string, string[]][]>([
          'XREVRANGE',
          events,
          '+',
          '-',
          'COUNT',
          '1',
        ]);
        if (newest === undefined) return undefined;
        const epoch = newest[0].split('-')[0] ?? '';
        const known = epochs.get(events);
        if (known !== undefined && known !== epoch) {
          const [first] = await redis.entries(events, `${epoch}-0`, 1);
          const start = first === undefined ? undefined : placeOf(first);
          if (start === undefined || start.mark === null) return undefined;
          if (start.mark === 'reset') return { epoch, id: start.id };
        }
        const [next] = await redis.entries(events, `(${epoch}-${id}`, 1);
        return next === undefined || placeOf(next).before <= id ? { epoch, id } : undefined;
      }

      function follow(from: Position): void {
        self.role = 'follower';
        let at = from;
        position = at.id;
        epochs.set(events, at.epoch);
        stopTail = redis.follow(events, `${at.epoch}-${at.id}`, {
          onLost: () => end('Redis lost'),
          onEntries(entries) {
            const frames: Frame[] = [];
            let missed = false;
            for (const entry of entries) {
              const place = placeOf(entry);
              if (place.epoch !== at.epoch) {
                epochs.set(events, place.epoch);
                at = { epoch: place.epoch, id: place.mark === 'reset' ? place.id : at.id };
              }
              missed = place.before > at.id;
              if (missed) break;
              if (place.mark !== null || place.id <= at.id) continue;
              at = { ...at, id: place.id };
              const bytes = entry.fields.get('bytes') ?? Buffer.alloc(0);
              frames.push({ id: place.id, kind: String(entry.fields.get('kind')), bytes });
            }
            if (frames.length > 0) passOn(frames);
            if (missed) end('Redis lacks events');
          },
        });
        self.check = async () => {
          if ((await redis.command<number>(['EXISTS', holder])) === 0) end('the holder has gone');
        };
        handlers.onOpen();
      }

      async function start(): Promise<void> {
        await redis.first;
        if (ended) return;
        if (!redis.isReady() || cursor === undefined) return readDirectly();
        const taken = await redis.command<string | null>([
          'SET',
          holder,
          token,
          'NX',
          'PX',
          String(LEASE_MS),
        ]);
        if (taken !== null) return ended ? release() : hold();
        const point = await pointAfter(cursor);
        if (ended) return;
        if (point === undefined) readDirectly();
        else follow(point);
      }

      open.add(self);
      cancelChecks ??= clock.every(CHECK_MS, checkAll);
      void start().catch(() => {
        if (ended) return;
        if (inner === undefined) readDirectly();
        else end('Redis lost');
      });
      return {
        close() {
          if (ended) return;
          if (self.role === 'holder') release();
          leave();
        },
        pause: () => inner?.pause(),
        resume: () => inner?.resume(),
      };
    };

    return {
      open: openShared,
      /** The channel found that the log started again, after `base`. */
      noteReset(base: bigint): void {
        resetTo = base;
        epochs.clear();
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
