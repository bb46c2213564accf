// The index that a mirror follows, over HTTP: retried reads within the source's limits, and its event stream as a signal.
// Invariant: the key is sent in x-api-key only and appears in no error. Redirects are not followed.
import { requestPath } from '@/lib/contract/endpoint-url';
import {
  endpoints,
  type Answer,
  type EndpointName,
  type ParamsInput,
  type QueryInput,
} from '@/lib/contract/endpoints';
import { parseForeignJson } from '@/lib/json/exact';
import { backoffMs } from '@/lib/time/backoff';
import { wait, type Clock } from '@/lib/time/clock';
import { SOURCE } from '@/lib/index-service/limits';

/** The source answered with an error that a retry does not change. */
export class SourceRefused extends Error {
  override readonly name = 'SourceRefused';
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export interface SourceOptions {
  /** Base address; a path prefix is kept. */
  url: URL;
  key: string;
  clock: Clock;
  signal: AbortSignal;
  fetch?: typeof fetch;
  random?: () => number;
  /** Told about every retry: what failed, and in how many seconds it is tried again. */
  onRetry: (reason: string) => void;
}

export type Source = ReturnType<typeof createSource>;

/** Seconds of a header; undefined when it is absent or no number. */
function seconds(headers: Headers, name: string): number | undefined {
  const value = headers.get(name);
  return value !== null && /^\d{1,6}$/.test(value) ? Number(value) : undefined;
}

export function createSource(options: SourceOptions) {
  const { url, key, clock, signal, onRetry, random = Math.random } = options;
  const send = options.fetch ?? fetch;
  const base = url.href.replace(/\/+$/, '');
  /** No request before this time (ms). */
  let notBefore = 0;

  /** Leaves a fifth of the key's limit to its other users. */
  function pace(headers: Headers): void {
    const limit = seconds(headers, 'ratelimit-limit');
    const remaining = seconds(headers, 'ratelimit-remaining');
    const reset = seconds(headers, 'ratelimit-reset');
    const scarce =
      limit !== undefined && remaining !== undefined && remaining <= limit * SOURCE.reservedShare;
    notBefore = clock.now() + (scarce ? (reset ?? 60) * 1000 : SOURCE.pauseMs);
  }

  function request(path: string, accept: string, timeout: AbortSignal): Promise<Response> {
    const headers = { 'x-api-key': key, accept };
    return send(`${base}${path}`, { headers, redirect: 'error', signal: AbortSignal.any([signal, timeout]) });
  }

  /** JSON of a 200, undefined for a 404. Retries what may pass; throws SourceRefused for the rest. */
  async function read(path: string): Promise<unknown> {
    for (let failures = 1; ; failures += 1) {
      const pacing = notBefore - clock.now();
      if (pacing > 0) await wait(clock, pacing, signal);
      let problem: string;
      let pause = backoffMs(SOURCE.retry, failures, random);
      try {
        const response = await request(path, 'application/json', AbortSignal.timeout(SOURCE.timeoutMs));
        pace(response.headers);
        if (response.ok) return parseForeignJson(await response.text());
        await response.body?.cancel();
        if (response.status === 404) return undefined;
        problem = `HTTP ${response.status}`;
        if (response.status === 429) pause = (seconds(response.headers, 'retry-after') ?? 60) * 1000;
        else if (response.status < 500)
          throw new SourceRefused(response.status, `${path.split('?')[0]} answers ${problem}`);
      } catch (error) {
        if (error instanceof SourceRefused) throw error;
        signal.throwIfAborted();
        problem = error instanceof Error ? error.message : 'unreadable';
      }
      onRetry(`${path.split('?')[0]}: ${problem}; next attempt in ${Math.ceil(pause / 1000)} s`);
      await wait(clock, pause, signal);
    }
  }

  /** An answer by the contract; undefined for a 404. Throws when the source answers with another shape. */
  async function ask<Name extends EndpointName>(
    name: Name,
    params: ParamsInput<Name>,
    query: QueryInput<Name> = {},
  ): Promise<Answer<Name> | undefined> {
    const path = requestPath(name, params, query);
    const value = await read(path);
    if (value === undefined) return undefined;
    const parsed = endpoints[name].response.safeParse(value);
    if (parsed.success) return parsed.data as Answer<Name>;
    throw new SourceRefused(200, `${path.split('?')[0]} answers with an unknown shape`);
  }

  return {
    ask,
    /** Keeps the stream open, calls `heard` for whatever arrives on it, and resolves when it ends or falls silent. */
    async listen(after: bigint, heard: () => void): Promise<void> {
      const silence = new AbortController();
      let cancel = clock.after(SOURCE.silenceMs, () => silence.abort());
      try {
        const response = await request(
          `/events/stream?last_event_id=${after}`,
          'text/event-stream',
          silence.signal,
        );
        if (!response.ok || response.body === null)
          throw new SourceRefused(response.status, `HTTP ${response.status}`);
        heard();
        const reader = response.body.getReader();
        for (let part = await reader.read(); !part.done; part = await reader.read()) {
          cancel();
          cancel = clock.after(SOURCE.silenceMs, () => silence.abort());
          heard();
        }
      } finally {
        cancel();
      }
    },
  };
}
