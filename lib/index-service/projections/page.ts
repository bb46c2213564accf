// Pages of a listing. Our tokens are row offsets, and every page says so (`row_offset`); a client may count on nothing else.
// Invariant: a page is never too large for one answer; it ends early instead, and the next one continues there.
import type { Listing } from '@/lib/contract/record';
import { HTTP } from '@/lib/index-service/limits';
import { textIn } from '@/lib/json/text-in';

/** Rows before the page that a token leads to. */
export function rowOffset({ page_token }: { page_token?: string | undefined }): number {
  return Number(page_token ?? 0);
}

/** The first rows, as many as one answer may hold and at least one. */
export function fitting<Row>(rows: readonly Row[]): Row[] {
  let characters = 0;
  const end = rows.findIndex((row, place) => {
    characters += textIn(row, HTTP.pageCharacters);
    return place > 0 && characters > HTTP.pageCharacters;
  });
  return rows.slice(0, end === -1 ? rows.length : end);
}

/** `next`: rows up to the end of this page. */
export function pageMetadata(
  row_offset: number,
  { next, total_items }: { next: number; total_items: number },
): Listing<unknown>['metadata'] {
  return { next_token: next > row_offset && next < total_items ? next : null, total_items, row_offset };
}

/** The page of `rows`, which begin at this offset; `size` was requested. */
export function pageOf<Row>(
  rows: readonly Row[],
  { offset, size, total_items }: { offset: number; size: number; total_items: number },
): Listing<Row> {
  const items = fitting(rows);
  const next = offset + (items.length < rows.length ? items.length : size);
  return { items, metadata: pageMetadata(offset, { next, total_items }) };
}
