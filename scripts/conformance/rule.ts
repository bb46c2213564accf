// A rule of the conformance suite, and the probe it uses. The suite follows the specification (read-api.md) and imports nothing
// from lib/contract, so that it also finds mistakes in the contract.
// Invariant: a rule passes, fails or is not applicable, and names the deciding request. It changes nothing except by claiming keys.
import { setTimeout as wait } from 'node:timers/promises';
import { parseJson, stringifyJson } from '@/lib/json/exact';

export type Outcome = { verdict: 'pass' } | { verdict: 'fail' | 'not applicable'; reason: string };

export interface Rule {
  /** Short and stable, e.g. `listing.envelope`. */
  name: string;
  /** Section of docs/read-api.md. */
  section: string;
  requirement: string;
  /** Needs our prepared events, or tests guarantees that only our index gives: runs only with --self. */
  selfOnly?: boolean;
  check(probe: Probe): Promise<Outcome>;
}

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  json: unknown;
}

export interface Probe {
  url: string;
  key: string;
  /** How long an idle stream is watched. */
  idleMs: number;
  /** The last request, for the report: method and path, never headers. */
  shown: string;
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  send(
    method: string,
    path: string,
    options?: { headers?: Record<string, string>; body?: unknown },
  ): Promise<Reply>;
  /** Frames of the stream until `count` have arrived or `ms` have passed; then the connection is closed. */
  frames(path: string, want: FramesWanted): Promise<StreamReply>;
}

export interface FramesWanted {
  count: number;
  ms: number;
  headers?: Record<string, string>;
  /** Also stops after this many comments. */
  comments?: number;
  /** Called once the stream is open. */
  onOpen?: () => void;
}

export interface StreamReply {
  status: number;
  contentType: string;
  /** The lines of each frame, without comments. */
  frames: string[][];
  comments: string[];
  text: string;
  /** Whether the service ended it. */
  ended: boolean;
}

export const pass: Outcome = { verdict: 'pass' };
export const fail = (reason: string): Outcome => ({ verdict: 'fail', reason });
export const notApplicable = (reason: string): Outcome => ({ verdict: 'not applicable', reason });

export type Row = Record<string, unknown>;

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field's value as written in a URL or a report. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}

/** The items of a listing response; throws with the reason if it is not one. */
export function itemsOf(reply: Reply): Row[] {
  if (reply.status !== 200) throw new Error(`status ${reply.status}, expected 200`);
  if (!isRow(reply.json) || !Array.isArray(reply.json['items'])) throw new Error('the response has no items');
  const items: unknown[] = reply.json['items'];
  if (!items.every(isRow)) throw new Error('an item is not an object');
  return items;
}

export function metadataOf(reply: Reply): { next_token: number | null; total_items: number } {
  const metadata = isRow(reply.json) ? reply.json['metadata'] : undefined;
  if (!isRow(metadata)) throw new Error('the response has no metadata');
  const { next_token, total_items } = metadata;
  if (next_token !== null && typeof next_token !== 'number')
    throw new Error('metadata.next_token is neither integer nor null');
  if (typeof total_items !== 'number') throw new Error('metadata.total_items is not an integer');
  return { next_token, total_items };
}

const MAX_WAITS = 3;
const LONGEST_WAIT_S = 60;

/** Milliseconds until a limited request may be repeated. */
function waitOf(headers: Headers): number {
  const seconds = Number(headers.get('retry-after') ?? headers.get('ratelimit-reset') ?? 1);
  return 1_000 * (seconds > 0 && seconds <= LONGEST_WAIT_S ? seconds : LONGEST_WAIT_S);
}

/** A probe over HTTP. `key` is sent in x-api-key unless the call has its own credentials. */
export function createProbe(
  url: string,
  key: string,
  { timeoutMs = 15_000, idleMs = 40_000 }: { timeoutMs?: number; idleMs?: number } = {},
): Probe {
  const base = url.replace(/\/$/, '');
  const probe: Probe = {
    url: base,
    key,
    idleMs,
    shown: '',
    get: (path, headers) => probe.send('GET', path, { headers }),
    async send(method, path, { headers = {}, body } = {}) {
      probe.shown = `${method} ${path}`;
      const credentials: Record<string, string> =
        'x-api-key' in headers || 'authorization' in headers ? {} : { 'x-api-key': key };
      const ask = () =>
        fetch(base + path, {
          method,
          headers: {
            ...credentials,
            ...headers,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          body: body === undefined ? undefined : JSON.stringify(body),
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        });
      let response = await ask();
      // The suite makes several hundred requests; a claim's limit is not worth the wait.
      for (let tries = 0; method === 'GET' && response.status === 429 && tries < MAX_WAITS; tries += 1) {
        await response.body?.cancel();
        await wait(waitOf(response.headers));
        response = await ask();
      }
      const text = await response.text();
      let json: unknown;
      try {
        json = text === '' ? undefined : parseJson(text);
      } catch {
        json = undefined;
      }
      return { status: response.status, headers: response.headers, text, json };
    },
    async frames(path, { count, ms, headers = {}, comments = Number.POSITIVE_INFINITY, onOpen }) {
      probe.shown = `GET ${path}`;
      const stop = new AbortController();
      const timer = setTimeout(() => stop.abort(), ms);
      let text = '';
      let status = 0;
      let contentType = '';
      let ended = false;
      try {
        const credentials: Record<string, string> = 'x-api-key' in headers ? {} : { 'x-api-key': key };
        const response = await fetch(base + path, {
          headers: { ...credentials, ...headers },
          signal: stop.signal,
        });
        status = response.status;
        contentType = response.headers.get('content-type') ?? '';
        if (status === 200) onOpen?.();
        const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
        ended = true;
        for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
          text += part.value;
          const read = split(text);
          ended = status !== 200 || (read.frames.length < count && read.comments.length < comments);
          if (!ended) break;
        }
      } catch (error) {
        if (!stop.signal.aborted) throw error;
        ended = false;
      } finally {
        clearTimeout(timer);
        stop.abort();
      }
      return { status, contentType, text, ended, ...split(text) };
    },
  };
  return probe;
}

function split(text: string): { frames: string[][]; comments: string[] } {
  const blocks = text.split('\n\n').slice(0, -1);
  const frames: string[][] = [];
  const comments: string[] = [];
  for (const block of blocks) {
    const lines = block.split('\n');
    comments.push(...lines.filter((line) => line.startsWith(':')));
    const fields = lines.filter((line) => !line.startsWith(':') && !line.startsWith('retry:'));
    if (fields.length > 0) frames.push(fields);
  }
  return { frames, comments };
}
