import { readHealth } from '@/lib/relay/health';
import { theRelay } from '@/lib/relay/relay';
import { json } from '@/lib/relay/respond';

export const dynamic = 'force-dynamic';

/** The console's pulse: 200 while it serves pages, with what is missing behind it. */
export async function GET(): Promise<Response> {
  return json(await readHealth(theRelay()));
}
