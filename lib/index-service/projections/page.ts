// Pages of a listing. Our tokens are row offsets, and every page says so (`row_offset`); a client may count on nothing else.
import type { Listing } from '@/lib/contract/record';

/** Rows before the page that a token leads to. */
export function rowOffset({ page_token }: { page_token?: string | undefined }): number {
  return Number(page_token ?? 0);
}

/** `next`: rows up to the end of this page. */
export function pageMetadata(
  row_offset: number,
  { next, total_items }: { next: number; total_items: number },
): Listing<unknown>['metadata'] {
  return { next_token: next > row_offset && next < total_items ? next : null, total_items, row_offset };
}
