import { BUILD_ID } from '@/lib/relay/build';
import { json } from '@/lib/relay/responses';

export const dynamic = 'force-dynamic';

/** The build that answers, for tabs that were opened with an older one. */
export function GET(): Response {
  return json({ build_id: BUILD_ID });
}
