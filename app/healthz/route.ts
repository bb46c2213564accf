import { readHealth } from '@/lib/relay/monitoring';
import { theRelay } from '@/lib/relay/relay';
import { json } from '@/lib/relay/responses';

export const dynamic = 'force-dynamic';

/** 200 while the console serves pages; the body says whether the index is reachable. */
export async function GET(): Promise<Response> {
  return json(await readHealth(theRelay()));
}
