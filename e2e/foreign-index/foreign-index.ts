// An index that implements what the specification names and nothing else, in one of the variants of variants.ts.
// It knows what is true: `rows` is what it would serve if it honoured every filter.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DataSet, Row } from '@/e2e/foreign-index/data-set';
import { formed, startOf, tokenAt } from '@/e2e/foreign-index/forms';
import { NEW_EVENTS, type OddStream } from '@/e2e/foreign-index/odd-streams';
import { OTHER_KINDS, reshape } from '@/e2e/foreign-index/reshape';
import { kindsIn, SPECIFIED, templateOf } from '@/e2e/foreign-index/specified-routes';
import type { Behaviour } from '@/e2e/foreign-index/variants';
import { eventKinds } from '@/lib/contract/event-kinds/catalogue';
import { stringifyJson } from '@/lib/json/exact';

export const FOREIGN_KEY = 'fk_1.foreign-canary-secret';
const CUT_STREAM_MS = 1_500;
const KEEP_ALIVE_MS = 2_000;
const EVENT_MS = 1_000;
const LIMIT = { 'ratelimit-limit': '60', 'ratelimit-remaining': '59', 'ratelimit-reset': '30' };
const REFUSED = {
  'ratelimit-limit': '60',
  'ratelimit-remaining': '0',
  'ratelimit-reset': '1',
  'retry-after': '1',
};

export interface ForeignIndex {
  url: string;
  /** Requests received, as "METHOD /path?query". */
  requests: string[];
  /** The rows of a listing that match, newest first, as this index serves them; null where the id is unknown. */
  rows(path: string, filters?: Readonly<Record<string, string>>): Promise<readonly Row[] | null>;
  close(): Promise<void>;
}

interface Reply {
  status: number;
  body: unknown;
  html?: boolean;
}

const error = (status: number, code: string, message: string): Reply => ({ status, body: { code, message } });
const invalid = (name: string) => error(400, 'INVALID_FILTER_VALUE', `${name} has an invalid value`);

const isAllowed = ({ headers }: IncomingMessage) =>
  headers['x-api-key'] === FOREIGN_KEY || headers.authorization === `ApiKey ${FOREIGN_KEY}`;

export async function startForeignIndex(data: DataSet, behaviour: Behaviour): Promise<ForeignIndex> {
  const requests: string[] = [];
  const seen = new Set<string>();
  const timers = new Set<NodeJS.Timeout>();
  /** The newest events, which have not happened yet, and the odd streams that they go to. */
  let unhappened = behaviour.oddStream === undefined ? 0 : NEW_EVENTS;
  const odd = new Set<ServerResponse>();
  const shaped = new Map<string, Promise<readonly Row[] | null>>();

  const allRows = (template: string, path: string) => {
    const found =
      shaped.get(path) ??
      data.rows(path).then((rows) => rows?.map((row) => reshape(behaviour, template, row)) ?? null);
    shaped.set(path, found);
    return found;
  };

  function knowsKinds(value: string): boolean {
    return kindsIn(value).every(
      (kind) => kind in eventKinds && !(behaviour.laterRelease === true && kind in OTHER_KINDS),
    );
  }

  /** The name of a filter whose value this index refuses. */
  async function refusedFilter(template: string, filters: readonly [string, string][]) {
    const filterSpecs = SPECIFIED[template]?.filters ?? {};
    for (const [name, value] of filters) {
      const filter = filterSpecs[name];
      if (filter?.accepts?.(value) === false) return name;
      if (name === 'kinds' && !knowsKinds(value)) return name;
      if (name === 'status' && template === '/tasks') {
        const states = (await allRows(template, '/tasks'))?.map((row) => row['status']) ?? [];
        if (!states.includes(value) && value !== 'cancelled' && value !== 'rejected') return name;
      }
    }
    return undefined;
  }

  async function matching(template: string, path: string, filters: readonly [string, string][]) {
    const filterSpecs = SPECIFIED[template]?.filters ?? {};
    const rows = await allRows(template, path);
    return rows?.filter((row) =>
      filters.every(([name, value]) => filterSpecs[name]?.keeps(row, value) ?? true),
    );
  }

  async function listing(template: string, url: URL): Promise<Reply> {
    const { largestPage } = behaviour;
    // No index refuses its own default.
    const byDefault = String(Math.min(20, largestPage?.rows ?? 20));
    const { page_token, page_size = byDefault, ...rest } = Object.fromEntries(url.searchParams);
    const isTooLarge = largestPage !== undefined && Number(page_size) > largestPage.rows;
    if (isTooLarge && largestPage.status !== 200)
      return error(largestPage.status, 'PAGE_TOO_LARGE', `page_size is at most ${largestPage.rows}`);
    const start = startOf(behaviour, page_token);
    if (start === undefined) return error(400, 'BAD_TOKEN', 'This index gave no such page_token');
    const filters = behaviour.ignoresFilters === true ? [] : Object.entries(rest);
    const refused = await refusedFilter(template, filters);
    if (refused !== undefined) return invalid(refused);
    const rows = await matching(template, url.pathname, filters);
    if (rows === undefined) return error(404, 'NOT_FOUND', 'No such object');
    const size = Math.max(behaviour.smallestPage ?? 0, Number(page_size));
    const end = start + Math.min(largestPage?.rows ?? 100, size);
    const listedRows = template === '/events' ? rows.slice(unhappened) : rows;
    const isReversed = behaviour.oldestFirst === true && template !== '/events';
    const total = behaviour.total === 'as text' ? String(listedRows.length) : listedRows.length;
    return {
      status: 200,
      body: {
        items: (isReversed ? listedRows.toReversed() : listedRows).slice(start, end),
        metadata: {
          next_token: end < listedRows.length ? tokenAt(behaviour, end) : null,
          ...(behaviour.total !== 'absent' && { total_items: total }),
        },
      },
    };
  }

  function unknownRoute(): Reply {
    const { status, html } = behaviour.unknownRoute;
    if (html !== true) return error(status, 'NO_ROUTE', 'This service has no such route');
    return { status, body: '<!doctype html><title>Not Found</title><h1>Not Found</h1>', html };
  }

  async function answer(request: IncomingMessage, url: URL): Promise<Reply> {
    const template = request.method === 'GET' ? templateOf(url.pathname) : undefined;
    if (template === undefined) return unknownRoute();
    if (!isAllowed(request)) return error(401, 'BAD_KEY', 'Unknown API key');
    if (template === '/events' && behaviour.refusesHistory === true)
      return error(403, 'NOT_ALLOWED', 'History needs another plan');
    if (SPECIFIED[template]?.kind === 'listing') return listing(template, url);
    const refused = await refusedFilter(template, [...url.searchParams]);
    if (refused !== undefined) return invalid(refused);
    const row = await data.record(`${url.pathname}${template === '/tokens/usage' ? url.search : ''}`);
    if (row === null) return error(404, 'NOT_FOUND', 'No such object');
    const body = reshape(behaviour, template, row);
    return { status: 200, body: template === '/tokens/usage' ? { ...body, key_id: 'fk_1' } : body };
  }

  function send(response: ServerResponse, { status, body, html = false }: Reply, isFirst: boolean): void {
    const limited = behaviour.firstRequest === 'limited';
    if (limited && isFirst) {
      response.writeHead(429, { 'content-type': 'application/json', ...REFUSED });
      response.end('{"message":"Too many requests"}');
      return;
    }
    const mark = behaviour.byteOrderMark === true ? '\uFEFF' : '';
    const text = html ? String(body) : `${mark}${stringifyJson(formed(behaviour, body))}`;
    const headers = {
      'content-type': html ? 'text/html' : (behaviour.contentType ?? 'application/json'),
      'content-length': String(Buffer.byteLength(text)),
      ...(limited && LIMIT),
    };
    response.writeHead(status, headers);
    if (behaviour.firstRequest === 'truncated' && isFirst && status === 200)
      response.write(text.slice(0, text.length / 2), () => response.destroy());
    else response.end(text);
  }

  function every(ms: number, response: ServerResponse, run: () => void): void {
    const timer = setInterval(run, ms);
    timers.add(timer);
    response.once('close', () => {
      clearInterval(timer);
      timers.delete(timer);
    });
  }

  async function streamOddly(
    { refuses, contentType = 'text/event-stream', opening = ': open\n\n', frame }: OddStream,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const rows = (await allRows('/events', '/events')) ?? [];
    if (timers.size === 0)
      timers.add(
        setInterval(() => {
          if (unhappened === 0) return;
          unhappened -= 1;
          const { onchain_at: _, ...event } = rows[unhappened] ?? {};
          for (const open of odd)
            for (const part of frame(String(event['id']), stringifyJson(event) ?? '')) open.write(part);
        }, EVENT_MS),
      );
    const status = refuses?.(request.headers['last-event-id']?.toString());
    if (status !== undefined) return send(response, error(status, 'NO_STREAM', 'Not here'), false);
    response.writeHead(200, { 'content-type': contentType });
    response.write(opening);
    odd.add(response);
    response.once('close', () => odd.delete(response));
  }

  async function stream(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const kinds = behaviour.ignoresFilters === true ? null : url.searchParams.get('kinds');
    if (!isAllowed(request)) return send(response, error(401, 'BAD_KEY', 'Unknown API key'), false);
    if (kinds !== null && !knowsKinds(kinds)) return send(response, invalid('kinds'), false);
    if (behaviour.oddStream !== undefined) return streamOddly(behaviour.oddStream, request, response);
    const rows = (await allRows('/events', '/events')) ?? [];
    const tip = Number(rows[0]?.['id'] ?? 0);
    const cursor = request.headers['last-event-id'] ?? url.searchParams.get('last_event_id') ?? tip;
    const frame = (row: Row) => {
      const { onchain_at: _, ...event } = row;
      response.write(`id: ${String(row['id'])}\nevent: message\ndata: ${stringifyJson(event)}\n\n`);
    };
    const selected = rows.filter((row) => kinds === null || kindsIn(kinds).includes(String(row['kind'])));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': open\n\n');
    for (const row of selected.filter(({ id }) => Number(id) > Number(cursor)).reverse()) frame(row);
    every(KEEP_ALIVE_MS, response, () => response.write(': keep-alive\n\n'));
    if (behaviour.firstRequest === 'truncated') every(CUT_STREAM_MS, response, () => response.destroy());
    let id = Math.max(tip, Math.min(Number(cursor), tip + 1_000_000));
    // Without history the stream is all there is.
    if (behaviour.refusesHistory === true && selected.length > 0)
      every(EVENT_MS, response, () => frame({ ...selected[(id += 1) % selected.length], id }));
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://index.invalid');
    const name = `${request.method} ${request.url}`;
    const isFirst = !seen.has(name);
    seen.add(name);
    requests.push(name);
    request.resume();
    const run = async () => {
      if (behaviour.slash === true && request.method === 'GET') {
        if (!url.pathname.endsWith('/')) {
          response.writeHead(308, { location: `${url.pathname}/${url.search}` });
          return response.end();
        }
        url.pathname = url.pathname.slice(0, -1);
      }
      if (url.pathname === '/events/stream') return stream(request, response, url);
      return send(response, await answer(request, url), isFirst);
    };
    setTimeout(() => {
      run().catch((failure: unknown) => {
        console.error(`${name}: ${String(failure)}`);
        response.destroy();
      });
    }, behaviour.delayMs ?? 0);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async rows(path, filters = {}) {
      const template = templateOf(path);
      if (template === undefined) return null;
      return (await matching(template, path, Object.entries(filters))) ?? null;
    },
    async close() {
      for (const timer of timers) clearInterval(timer);
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
