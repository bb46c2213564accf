// A mock index for the relay bench, in its own process: a log of 700-byte frames that grows at a set rate, a stream that resumes
// after Last-Event-ID, and connection counts by key. GET /control?rate=N&reset=1 sets the rate, resets the maximum and returns
// the counts.
import { createServer, type ServerResponse } from 'node:http';
import { z } from 'zod';

const KEPT = 20_000;
const TICK_MS = 5;
const FILLING = 'x'.repeat(480);

const frames: string[] = [];
/** Newest id. */
let last = 0;
let rate = 0;
let pending = 0;
const open = new Set<ServerResponse>();
/** By key; '' for none. */
const mostOf = new Map<string, number>();
const openOf = new Map<string, number>();

function frame(id: number): string {
  const t = (performance.timeOrigin + performance.now()).toFixed(2);
  const tx = `Tx${String(id).padStart(41, '1')}`;
  return `id: ${id}\nevent: message\ndata: {"id":${id},"kind":"WalkAdvancedEvent","t":${t},"tx_digest":"${tx}","sender_address":"0x${'ab'.repeat(32)}","payload":{"text":"${FILLING}"}}\n\n`;
}

setInterval(() => {
  pending += (rate * TICK_MS) / 1000;
  while (pending >= 1) {
    pending -= 1;
    last += 1;
    const text = frame(last);
    frames.push(text);
    if (frames.length > KEPT) frames.shift();
    for (const response of open) response.write(text);
  }
}, TICK_MS);

function count(key: string, by: 1 | -1): void {
  const now = (openOf.get(key) ?? 0) + by;
  openOf.set(key, now);
  mostOf.set(key, Math.max(now, mostOf.get(key) ?? 0));
}

function stream(response: ServerResponse, cursor: number, key: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.socket?.setNoDelay(true);
  const missed = Math.min(Math.max(0, last - cursor), frames.length);
  response.write(`: ok\n\n${missed > 0 ? frames.slice(-missed).join('') : ''}`);
  open.add(response);
  count(key, 1);
  response.on('close', () => {
    open.delete(response);
    count(key, -1);
  });
}

const settings = z.object({ rate: z.coerce.number().optional(), reset: z.string().optional() });

createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const url = new URL(request.url ?? '/', 'http://index.invalid');
  const json = (body: unknown) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (url.pathname === '/events/stream') {
    const cursor = request.headers['last-event-id'] ?? url.searchParams.get('last_event_id') ?? last;
    return stream(response, Number(cursor), String(request.headers['x-api-key'] ?? ''));
  }
  if (url.pathname === '/events')
    return json({ items: last > 0 ? [{ id: last }] : [], metadata: { next_token: null, total_items: last } });
  if (url.pathname === '/control') {
    const { rate: next, reset } = settings.parse(Object.fromEntries(url.searchParams));
    if (next !== undefined) [rate, pending] = [next, 0];
    const state = { most: Object.fromEntries(mostOf) };
    if (reset !== undefined) for (const [key, now] of openOf) mostOf.set(key, now);
    return json(state);
  }
  return json({ network: { name: 'bench', log_id: 'B1' } });
}).listen({ port: Number(process.env['PORT']), host: '127.0.0.1', backlog: 4096 });
