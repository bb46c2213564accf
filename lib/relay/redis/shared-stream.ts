// One replica per key holds the stream from the index and writes it to Redis, from which the others read it (docs/decisions/024). A connection
// begins as follower if Redis has everything after its cursor, and otherwise reads the index; one that reads the index writes while it has the lease.
import { randomUUID } from 'node:crypto';
import type { StreamLimits } from '@/lib/relay/stream/limits';
import { every, type Clock } from '@/lib/time/clock';
import type { Frame } from '@/lib/relay/stream/sse';
import type { OpenConnection, OpenShared, UpstreamConnection } from '@/lib/relay/stream/upstream-connection';
import type { Redis } from './connection';
import { framesAfter, sharedEvents } from './shared-events';

/** How often a lease is renewed, and followers look for its holder. */
const CHECK_MS = 800;

/** own: the index is read directly, because Redis is away or lacks what came before. */
export type Role = 'holder' | 'follower' | 'own';

export function createSharedStreams(options: {
  redis: Redis;
  clock: Clock;
  limits: Pick<StreamLimits, 'ringFrames' | 'ringBytes'>;
  log: (message: string, fields: Record<string, string>) => void;
}) {
  const { clock, limits, log, redis } = options;
  const token = randomUUID();
  const connections = new Set<{ role: Role; check(): Promise<void> }>();
  every(clock, CHECK_MS, () => {
    for (const connection of connections) void connection.check().catch(() => undefined);
  });

  /** The stream of one key, over connections that its channel opens one after another. `direct` reads the index. */
  function streamOf(name: string, direct: OpenConnection) {
    /** Where this replica last read or wrote. It trusts no other epoch until the index has sent something: its cursor may be of an ended log. */
    let epoch: string | undefined;
    /** The channel found that the log started again after this event, in frames that are not written yet. */
    let resetTo: bigint | undefined;
    const eventsOf = (logId: string | null) => sharedEvents({ redis, token, limits }, name, logId);

    const open: OpenShared = (cursor, handlers, logId) => {
      const events = eventsOf(logId);
      const self = { role: 'own' as Role, check };
      let index: UpstreamConnection | undefined;
      let stopFollowing: (() => void) | undefined;
      /** The newest event that was read from the index. */
      let position = cursor;
      let ended = false;

      function stop(): void {
        ended = true;
        connections.delete(self);
        stopFollowing?.();
        index?.close();
        if (self.role === 'holder') events.release();
      }

      /** The channel opens the stream again at once, in the role that is right then. */
      function end(why: string): void {
        if (ended) return;
        log('shared stream ended', { role: self.role, why });
        stop();
        handlers.onClose({ why: 'ended' });
      }

      // Reads the index, and writes to Redis as the holder of the lease

      function readIndex(): void {
        resetTo = undefined;
        connections.add(self);
        index = direct(cursor, {
          onOpen: () => handlers.onOpen(),
          onFrames,
          onClose(why) {
            stop();
            handlers.onClose(why);
          },
        });
      }

      function onFrames(frames: Frame[]): void {
        const last = position ?? 0n;
        position = frames.at(-1)?.id;
        // The channel may call `noteReset` here.
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

      async function write(...entries: Parameters<typeof events.write>): Promise<void> {
        const newEpoch = await events.write(...entries);
        if (newEpoch === undefined) self.role = 'own';
        else epoch = newEpoch;
      }

      function becomeHolder(last: bigint): void {
        self.role = 'holder';
        log('holds the shared stream', {});
        void write('begin', last, []);
      }

      // Follows what the holder writes

      function follow(from: string, after: bigint): void {
        self.role = 'follower';
        connections.add(self);
        epoch = from;
        let newest = after;
        stopFollowing = events.follow(from, after, {
          onEntries(entries) {
            const read = framesAfter({ epoch, id: newest }, entries);
            epoch = read.position.epoch;
            newest = read.position.id;
            if (read.frames.length > 0) handlers.onFrames(read.frames);
            if (read.missed) end('Redis lacks events');
          },
          onLost: () => end('Redis lost'),
        });
        handlers.onOpen();
      }

      // Finds the role

      async function start(): Promise<void> {
        await redis.first;
        const holds = cursor !== undefined && (await events.lease());
        const found = cursor === undefined || holds ? undefined : await events.epochAfter(cursor, epoch);
        if (ended) return;
        if (cursor !== undefined && found !== undefined) return follow(found, cursor);
        readIndex();
        if (holds) becomeHolder(cursor);
      }

      /** Renews the lease, or takes it when its holder is gone; without it, follows as soon as Redis has everything. */
      async function check(): Promise<void> {
        if (self.role === 'follower') {
          if (!(await events.hasHolder())) end('no holder');
          return;
        }
        if (position === undefined) return;
        const holds = await events.lease();
        if (ended || (holds && self.role === 'holder')) return;
        if (holds) becomeHolder(position);
        else if ((await events.epochAfter(position, epoch)) !== undefined) end('Redis has everything');
      }

      void start().catch(() => ended || readIndex());
      return { close: () => ended || stop(), pause: () => index?.pause(), resume: () => index?.resume() };
    };

    return {
      open,
      /** Redis has everything after this event. */
      oldest: (logId: string | null) => eventsOf(logId).oldest(),
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
      for (const { role } of connections) counts[role] += 1;
      return counts;
    },
  };
}
