// A proxy in front of an index that violates one requirement at a time, to prove that the suite can fail. For tests only.
// Invariant: everything a fault does not concern passes through byte for byte.
import { parseJson, stringifyJson } from '@/lib/json/exact';
import { isRow, type Row } from './rule';

export interface ForwardedRequest {
  method: string;
  path: string;
  search: URLSearchParams;
  headers: Headers;
}

export interface Fault {
  name: string;
  /** The rule that must detect it. */
  caughtBy: string;
  /** Changes the request. */
  changeRequest?: (forwarded: ForwardedRequest) => void;
  /** Changes a JSON response; undefined leaves it unchanged. */
  changeResponse?: (
    forwarded: ForwardedRequest,
    status: number,
    body: unknown,
  ) => { status?: number; body: unknown } | undefined;
  /** Changes a frame or comment of the stream; undefined drops it. `count`: the number before it. */
  block?: (text: string, count: number) => string | undefined;
}

const isListing = (body: unknown): body is Row & { items: Row[]; metadata: Row } =>
  isRow(body) && Array.isArray(body['items']) && isRow(body['metadata']);

/** Changes the items and metadata of one listing. */
function onListing(
  path: string,
  change: (body: { items: Row[]; metadata: Row }) => void,
): Fault['changeResponse'] {
  return (forwarded, _, body) => {
    if (forwarded.path !== path || !isListing(body)) return undefined;
    change(body);
    return { body };
  };
}

const on = (path: string, change: (forwarded: ForwardedRequest) => void) => (forwarded: ForwardedRequest) => {
  if (forwarded.path === path) change(forwarded);
};

/** `key` may read everything; some faults use it for every request. */
export function faults(key: string): Fault[] {
  return [
    {
      name: 'a field is dropped',
      caughtBy: 'listing.records /leaders',
      changeResponse: onListing('/leaders', ({ items }) =>
        items.forEach((item) => delete item['claim_token']),
      ),
    },
    {
      name: 'the total is one too high',
      caughtBy: 'listing.total /leaders',
      changeResponse: onListing('/leaders', ({ metadata }) => {
        metadata['total_items'] = Number(metadata['total_items']) + 1;
      }),
    },
    {
      name: 'a filter is ignored',
      caughtBy: 'filter.kind /tools',
      changeRequest: on('/tools', ({ search }) => search.delete('kind')),
    },
    {
      name: 'an unknown id is answered with 200',
      caughtBy: 'record /dags/{id}',
      changeResponse: ({ path }, status) =>
        status === 404 && path.startsWith('/dags/') ? { status: 200, body: {} } : undefined,
    },
    {
      name: 'an inclusive bound is exclusive',
      caughtBy: 'filter.created /payments',
      changeRequest: on('/payments', ({ search }) => {
        const after = search.get('created_after');
        if (after !== null && !Number.isNaN(Date.parse(after)))
          search.set('created_after', new Date(Date.parse(after) + 1).toISOString());
      }),
    },
    {
      name: 'an unknown kind is accepted',
      caughtBy: 'kinds.refused /events (WalkAdvancd)',
      changeRequest: on('/events', ({ search }) => search.delete('kinds')),
    },
    {
      name: 'a replay has a gap',
      caughtBy: 'stream.resume (header)',
      block: (text, count) => (count === 3 ? undefined : text),
    },
    {
      name: 'frames carry a timestamp',
      caughtBy: 'stream.frames',
      block: (text) => text.replace('data: {', 'data: {"onchain_at":"2026-11-01T10:00:00Z",'),
    },
    {
      name: 'page_size is ignored',
      caughtBy: 'listing.paging /dags',
      changeRequest: on('/dags', ({ search }) => search.delete('page_size')),
    },
    {
      name: 'the key is not checked',
      caughtBy: 'key.missing /leaders',
      changeRequest: ({ headers }) => headers.set('x-api-key', key),
    },
    {
      name: 'the scope is not checked',
      caughtBy: 'key.scope dags:read',
      changeRequest: ({ method, path, headers }) => {
        if (method === 'GET' && path.startsWith('/dags')) headers.set('x-api-key', key);
      },
    },
    {
      name: 'an aggregate is negative',
      caughtBy: 'caveat.aggregates',
      changeResponse: ({ path }, _, body) =>
        path.startsWith('/leaders/0x') && isRow(body) && body['stake_pool_total'] === 0
          ? { body: { ...body, stake_pool_total: -70 } }
          : undefined,
    },
    {
      name: 'a skipped row is not counted',
      caughtBy: 'caveat.undecodable',
      changeResponse: onListing('/events', ({ items, metadata }) => {
        if (metadata['next_token'] === null) metadata['total_items'] = items.length;
      }),
    },
    {
      name: 'a tool loses its first creator',
      caughtBy: 'caveat.registered-again',
      changeResponse: ({ path }, _, body) =>
        path.startsWith('/tools/') && isRow(body) && body['unregistered_at'] === null
          ? { body: { ...body, creator: body['object_id'] } }
          : undefined,
    },
    {
      name: 'an idle stream is silent',
      caughtBy: 'stream.keep-alive',
      block: (text) => (text.startsWith(':') ? undefined : text),
    },
  ];
}

/** Forwards a stream block by block. */
function throughBlocks(change: NonNullable<Fault['block']>): TransformStream<string, string> {
  let unsent = '';
  let count = 0;
  return new TransformStream({
    transform(part, controller) {
      const blocks = (unsent + part).split('\n\n');
      unsent = blocks.pop() ?? '';
      for (const block of blocks) {
        const changed = change(block, (count += 1));
        if (changed !== undefined) controller.enqueue(`${changed}\n\n`);
      }
    },
  });
}

export type Handler = (request: Request) => Promise<Response>;

/** `correct` with the fault that `current` returns at the time of a request; undefined: none. */
export function withFaults(honest: Handler, current: () => Fault | undefined): Handler {
  return async (request) => {
    const fault = current();
    if (fault === undefined) return honest(request);
    const url = new URL(request.url);
    const headers = new Headers(request.headers);
    const forwarded: ForwardedRequest = {
      method: request.method,
      path: url.pathname,
      search: url.searchParams,
      headers,
    };
    fault.changeRequest?.(forwarded);
    const body = request.method === 'POST' ? await request.text() : undefined;
    const response = await honest(
      new Request(url, { method: request.method, headers, ...(body === undefined ? {} : { body }) }),
    );
    const type = response.headers.get('content-type') ?? '';
    if (type.startsWith('text/event-stream') && fault.block !== undefined && response.body !== null) {
      const changed = response.body
        .pipeThrough(new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array>)
        .pipeThrough(throughBlocks(fault.block))
        .pipeThrough(new TextEncoderStream());
      return new Response(changed, { status: response.status, headers: response.headers });
    }
    if (!type.startsWith('application/json') || fault.changeResponse === undefined) return response;
    const text = await response.text();
    const changed = fault.changeResponse(forwarded, response.status, parseJson(text));
    return new Response(changed === undefined ? text : stringifyJson(changed.body), {
      status: changed?.status ?? response.status,
      headers: response.headers,
    });
  };
}
