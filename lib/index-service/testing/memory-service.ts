// A whole index service in memory for tests, with a clock they control.
import { randomBytes } from 'node:crypto';
import { parseJson } from '@/lib/json/exact';
import { manualClock } from '@/lib/time/testing/manual-clock';
import { allHandlers } from '@/lib/index-service/http/all-handlers';
import type { Handlers } from '@/lib/index-service/http/handler-types';
import type { AuthorityKey } from '@/lib/index-service/keys/payment-token';
import type { Limits } from '@/lib/index-service/limits';
import { createService, type Readiness } from '@/lib/index-service/service';
import { openMemoryIndex, type MemoryIndex } from './memory-index';

export interface Called {
  status: number;
  headers: Headers;
  body: unknown;
}

export interface MemoryServiceOptions {
  /** Replaces the handlers of the index. */
  handlers?: Handlers;
  limits?: Partial<Limits>;
  paymentAuthority?: AuthorityKey;
  consoleSecret?: string;
  /** Over an index that is already open; the caller closes it. */
  over?: Pick<MemoryIndex, 'db' | 'log'>;
  isShared?: boolean;
}

export async function openMemoryService(options: MemoryServiceOptions = {}) {
  const clock = manualClock(Date.UTC(2026, 10, 20, 12, 10));
  const memory = options.over ? undefined : await openMemoryIndex({ now: () => new Date(clock.now()) });
  const { db, log } = (options.over ?? memory) as Pick<MemoryIndex, 'db' | 'log'>;
  const logged: Record<string, unknown>[] = [];
  let readiness: Readiness = { ready: true, message: 'ready' };
  const service = createService({
    db,
    log,
    handlers: options.handlers ?? allHandlers,
    clock,
    random: randomBytes,
    isShared: options.isShared ?? false,
    errors: { error: (fields, message) => void logged.push({ ...fields, message }) },
    network: () => ({ name: 'testing', simulated: false }),
    readiness: () => readiness,
    paymentAuthority: options.paymentAuthority,
    limits: { claimsPerHour: 1_000, ...options.limits },
    hosts: ['index.test'],
    consoleSecret: options.consoleSecret,
  });

  const fetch = (path: string, init: RequestInit = {}, address: string | undefined = '192.0.2.1') =>
    service.fetch(new Request(`http://index.test${path}`, init), { address });

  async function call(path: string, key?: string, init: RequestInit = {}): Promise<Called> {
    const headers = new Headers(init.headers);
    if (key !== undefined && !headers.has('x-api-key')) headers.set('x-api-key', key);
    if (init.body !== undefined && !headers.has('content-type'))
      headers.set('content-type', 'application/json');
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
      await memory?.close();
    },
  };
}

export type MemoryService = Awaited<ReturnType<typeof openMemoryService>>;
