export const dynamic = 'force-dynamic';

/** The console's own pulse: says nothing about the index. */
export function GET(): Response {
  return Response.json({ ok: true }, { headers: { 'Cache-Control': 'no-store' } });
}
