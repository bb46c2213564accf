// The log as the index lists it, to compare with what the stream delivered.
import { z } from 'zod';
import { requestPath } from '@/lib/contract/endpoint-url';

export interface Reference {
  log_id: string;
  /** Ascending. */
  ids: number[];
}

const page = z.object({
  items: z.array(z.object({ id: z.number() })),
  metadata: z.object({ next_token: z.number().nullable() }),
});
const info = z.object({ network: z.object({ log_id: z.string() }) });

/** The whole log, which must not change meanwhile. */
export async function readReference(indexUrl: string, key: string): Promise<Reference> {
  const ask = async (path: string): Promise<unknown> => {
    const answer = await fetch(`${indexUrl}${path}`, { headers: { 'x-api-key': key } });
    if (!answer.ok) throw new Error(`${path.split('?')[0]} returned ${answer.status}`);
    return answer.json();
  };
  const { log_id } = info.parse(await ask('/')).network;
  const ids: number[] = [];
  let token: number | null = 0;
  while (token !== null) {
    const read: unknown = await ask(
      requestPath('events.list', {}, { page_size: '100', page_token: String(token) }),
    );
    const { items, metadata } = page.parse(read);
    ids.push(...items.map(({ id }) => id));
    token = metadata.next_token;
  }
  return { log_id, ids: ids.reverse() };
}
