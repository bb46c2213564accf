// The index as a test reads it: straight over HTTP, past the console, so that a test can work out the right answer for itself.
import type { Stack } from '@/e2e/stack/stack';
import { parseJson } from '@/lib/json/exact';

export type Json = Record<string, unknown>;

export interface IndexReader {
  get(path: string): Promise<Json>;
  /** Every item of a listing. */
  all(path: string): Promise<Json[]>;
}

export async function readIndex(stack: Stack): Promise<IndexReader> {
  const key = await stack.claimKey();
  const get = async (path: string) => {
    const response = await fetch(`${stack.indexUrl}${path}`, { headers: { 'x-api-key': key } });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return parseJson(await response.text()) as Json;
  };
  return {
    get,
    async all(path) {
      const items: Json[] = [];
      for (let token: number | null = 0; token !== null;) {
        const page = await get(`${path}${path.includes('?') ? '&' : '?'}page_size=100&page_token=${token}`);
        items.push(...(page['items'] as Json[]));
        token = (page['metadata'] as { next_token: number | null }).next_token;
      }
      return items;
    },
  };
}
