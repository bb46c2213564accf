// The index that a mirror follows, over HTTP: retried reads within the source's limits, and its event stream as a signal.
// Invariant: the key is sent in x-api-key only and appears in no error. Redirects are not followed.
import { createHash } from 'node:crypto';
import { requestPath } from '@/lib/contract/endpoint-url';
import { checkedRecord, type PageToken } from '@/lib/contract/record';
import {
  endpoints,
  type Answer,
  type EndpointName,
  type ListingName,
  type ParamsInput,
  type QueryInput,
} from '@/lib/contract/endpoints';
import { hasTooManyValues, parseForeignJson } from '@/lib/json/exact';
import { boundedResponse, isTooLarge, ResponseBodyError } from '@/lib/limits/bounded-response';
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

/** The address without credentials, query and fragment. */
export const addressOf = ({ origin, pathname }: URL) => `${origin}${pathname}`.replace(/\/+$/, '');

export interface SourceOptions {
  /** Base address; a path prefix is kept. */
  url: URL;
  key: string;
  clock: Clock;
  signal: AbortSignal;
  fetch?: typeof fetch;
  random?: () => number;
  /** Called before every retry with what failed and the delay in seconds. */
  onRetry: (reason: string) => void;
}

export type Source = ReturnType<typeof createSource>;

/** A header; undefined when it is absent or no number. */
function numberOf(headers: Headers, name: string): number | undefined {
  const value = headers.get(name);
  return value !== null && /^\d{1,6}$/.test(value) ? Number(value) : undefined;
}

/** Milliseconds to wait by a header of seconds. */
const pauseMs = (headers: Headers, name: string) =>
  Math.min((numberOf(headers, name) ?? 60) * 1000, SOURCE.longestPauseMs);

/** Refuses pages that never end: one that names a token seen before, too many in a row that bring nothing new, and more than `mostPages`. */
export function createPageGuard(path: string, mostPages = Infinity) {
  /** Hashes, as there may be a million. */
  const tokens = new Set<string>();
  let empty = 0;
  return {
    /** `fresh`: rows of a page that were not there before; `next`: the token of the next one. Throws SourceRefused. */
    check(fresh: number, next: PageToken | null): void {
      if (next === null) return;
      const token = createHash('sha256').update(String(next)).digest('base64url');
      if (tokens.has(token)) throw new SourceRefused(200, `${path} names a page that was read before`);
      tokens.add(token);
      if (tokens.size >= mostPages) throw new SourceRefused(200, `${path} has more than ${mostPages} pages`);
      empty = fresh > 0 ? 0 : empty + 1;
      if (empty >= SOURCE.emptyPages)
        throw new SourceRefused(200, `${path} answers ${empty} pages in a row without anything new`);
    },
  };
}

export function createSource(options: SourceOptions) {
  const { url, key, clock, signal, onRetry, random = Math.random } = options;
  const send = options.fetch ?? fetch;
  const base = url.href.replace(/\/+$/, '');
  /** No request before this time (ms). */
  let notBefore = 0;
  let pageRows = SOURCE.pageRows;

  /** Leaves a fifth of the key's limit to its other users. */
  function pace(headers: Headers): void {
    const limit = numberOf(headers, 'ratelimit-limit');
    const remaining = numberOf(headers, 'ratelimit-remaining');
    const scarce =
      limit !== undefined && remaining !== undefined && remaining <= limit * SOURCE.reservedShare;
    notBefore = clock.now() + (scarce ? pauseMs(headers, 'ratelimit-reset') : SOURCE.pauseMs);
  }

  function request(path: string, accept: string, timeout: AbortSignal): Promise<Response> {
    const headers = { 'x-api-key': key, accept };
    return send(`${base}${path}`, { headers, redirect: 'error', signal: AbortSignal.any([signal, timeout]) });
  }

  /** JSON of a 200, undefined for a 404. Retries what may pass; throws SourceRefused, or ResponseBodyError for one that is too large. */
  async function read(path: string): Promise<unknown> {
    for (let failures = 1; ; failures += 1) {
      const pacing = notBefore - clock.now();
      if (pacing > 0) await wait(clock, pacing, signal);
      let problem: string;
      let pause = backoffMs(SOURCE.retry, failures, random);
      const timeout = AbortSignal.timeout(SOURCE.timeoutMs);
      try {
        const response = await request(path, 'application/json', timeout);
        pace(response.headers);
        if (response.ok) return parseForeignJson(await textOf(response, timeout));
        await response.body?.cancel();
        if (response.status === 404) return undefined;
        problem = `HTTP ${response.status}`;
        if (response.status === 429) pause = pauseMs(response.headers, 'retry-after');
        else if (response.status < 500)
          throw new SourceRefused(response.status, `${path.split('?')[0]} answers ${problem}`);
      } catch (error) {
        if (error instanceof SourceRefused || isTooLarge(error)) throw error;
        signal.throwIfAborted();
        problem = error instanceof Error ? error.message : 'unreadable';
      }
      onRetry(`${path.split('?')[0]}: ${problem}; next attempt in ${Math.ceil(pause / 1000)} s`);
      await wait(clock, pause, signal);
    }
  }

  async function textOf(response: Response, timeout: AbortSignal): Promise<string> {
    const limits = {
      maxBytes: SOURCE.answerBytes,
      idleMs: SOURCE.timeoutMs,
      totalMs: SOURCE.timeoutMs,
    };
    const bytes = await boundedResponse(response, { limits, signal: AbortSignal.any([signal, timeout]) });
    const text = new TextDecoder().decode(bytes);
    if (hasTooManyValues(text)) throw new ResponseBodyError('too large');
    return text;
  }

  /** A page of a list, smaller ones while an answer is too large; undefined for a 404. Throws as `ask` does. */
  async function askPage<Name extends ListingName>(
    name: Name,
    params: ParamsInput<Name>,
    page_token: string | undefined,
  ): Promise<Answer<Name> | undefined> {
    for (;;) {
      const query = { page_size: String(pageRows), ...(page_token === undefined ? {} : { page_token }) };
      try {
        const page = await ask(name, params, query as QueryInput<Name>);
        pageRows = Math.min(2 * pageRows, SOURCE.pageRows);
        if (String(page?.metadata.next_token ?? '').length > SOURCE.tokenCharacters)
          throw new SourceRefused(200, `${endpoints[name].path} names its next page by too long a token`);
        return page;
      } catch (error) {
        if (!isTooLarge(error) || pageRows === 1) throw error;
        pageRows = Math.ceil(pageRows / 4);
      }
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
    const parsed = checkedRecord(endpoints[name].response, value);
    if (parsed.success) return parsed.data as Answer<Name>;
    throw new SourceRefused(200, `${path.split('?')[0]} answers with an unknown shape`);
  }

  return {
    ask,
    askPage,
    /** Keeps the stream open, calls `onActivity` for whatever arrives on it, and resolves when it ends or falls silent. */
    async listen(after: bigint, onActivity: () => void): Promise<void> {
      const silence = new AbortController();
      let cancel = clock.after(SOURCE.silenceMs, () => silence.abort());
      try {
        const response = await request(
          `/events/stream?last_event_id=${after}`,
          'text/event-stream',
          silence.signal,
        );
        if (!response.ok || response.body === null) {
          await response.body?.cancel();
          throw new SourceRefused(response.status, `HTTP ${response.status}`);
        }
        onActivity();
        const reader = response.body.getReader();
        // Only that something arrives counts: nothing of it is kept, and a flood is read no faster than pages are.
        for (let part = await reader.read(); !part.done; part = await reader.read()) {
          cancel();
          cancel = clock.after(SOURCE.silenceMs, () => silence.abort());
          onActivity();
          await wait(clock, SOURCE.pauseMs, signal);
        }
      } finally {
        cancel();
        silence.abort();
      }
    },
  };
}
