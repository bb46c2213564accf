// A whole index service for tests: the real store in memory, the real log, a clock that only moves when told. Not part of the product.
import { createHash, randomBytes } from 'node:crypto';
import { parseJson } from '@/lib/json/exact';
import { createService, type Limits, type Readiness } from './service';
import type { Clock } from './clock';
import type { Answers } from './http/answers';
import { createEventLog } from './log/event-log';
import type { RecordedLine } from './log/recorded-line';
import { openStore } from './store/open-store';

export interface HeldClock extends Clock {
  /** Moves the time and runs what falls due. */
  pass(ms: number): void;
}

export function heldClock(start = Date.UTC(2026, 10, 20, 12)): HeldClock {
  let now = start;
  const timers = new Set<{ at: number; run: () => void }>();
  return {
    now: () => now,
    monotonic: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    pass(ms) {
      now += ms;
      for (const timer of [...timers]) if (timer.at <= now && timers.delete(timer)) timer.run();
    },
  };
}

/** An event line of the smallest kind there is, its content named by `n`. */
export function dagCreated(n: number, fields: Record<string, unknown> = {}): RecordedLine {
  const hex = createHash('sha256').update(`dag ${n}`).digest('hex');
  return {
    kind: 'DAGCreatedEvent',
    tx_digest: hex.replaceAll('0', 'G').slice(0, 44),
    sender_address: `0x${hex}`,
    onchain_at: '2026-11-20T11:00:00.000Z',
    payload: { dag: `0x${hex}` },
    ...fields,
  };
}

export interface Called {
  status: number;
  headers: Headers;
  body: unknown;
}

const noProjections = { apply: async () => undefined, empty: async () => undefined };

export interface TestingOptions {
  answers?: Answers;
  limits?: Partial<Limits>;
  projections?: Parameters<typeof createEventLog>[0]['follower'];
}

export async function testingService(options: TestingOptions = {}) {
  const clock = heldClock();
  const db = await openStore({ dataDir: 'memory://' });
  const log = await createEventLog({
    db,
    now: () => new Date(clock.now()),
    follower: options.projections ?? noProjections,
  });
  const logged: Record<string, unknown>[] = [];
  let readiness: Readiness = { ready: true, message: 'ready' };
  const service = createService({
    db,
    log,
    answers: options.answers ?? {},
    clock,
    random: randomBytes,
    errors: { error: (fields, message) => void logged.push({ ...fields, message }) },
    network: () => ({ name: 'testing', simulated: false }),
    readiness: () => readiness,
    limits: { claimsPerHour: 1_000, ...options.limits },
  });

  const fetch = (path: string, init: RequestInit = {}, address: string | undefined = '192.0.2.1') =>
    service.fetch(new Request(`http://index.test${path}`, init), { address });

  async function call(path: string, key?: string, init: RequestInit = {}): Promise<Called> {
    const headers = { ...(key === undefined ? {} : { 'x-api-key': key }), ...init.headers };
    const response = await fetch(path, { ...init, headers });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? null : parseJson(text) };
  }

  let claims = 0;
  /** A key with these scopes. */
  async function claim(scopes: readonly string[]): Promise<string> {
    const answer = await call('/onboarding/keys', undefined, {
      method: 'POST',
      body: JSON.stringify({ email: `caller-${(claims += 1)}@example.org`, scopes }),
    });
    if (answer.status !== 201) throw new Error(`no key: ${JSON.stringify(answer.body)}`);
    return (answer.body as { key: string }).key;
  }

  return {
    service,
    clock,
    db,
    log,
    logged,
    fetch,
    call,
    claim,
    setReadiness: (next: Readiness) => void (readiness = next),
    async stop() {
      await service.stop();
      await db.close();
    },
  };
}

export type TestingService = Awaited<ReturnType<typeof testingService>>;
