import { stringifyJson } from '@/lib/json/exact';

/** Tells the rows of a listing apart: by id, or by content where the index gives none. */
export function rowKey(row: { id: number | null }): string {
  return row.id === null ? stringifyJson(row) : String(row.id);
}
