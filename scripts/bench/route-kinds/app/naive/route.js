// The naive version: pipes the index's stream, with one connection to the index per reader.
export const dynamic = 'force-dynamic';

export async function GET(request) {
  const answer = await fetch(`${process.env.INDEX_URL}/events/stream`, {
    signal: request.signal,
    cache: 'no-store',
  });
  return new Response(answer.body, {
    headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache, no-transform' },
  });
}
