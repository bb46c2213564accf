// What the console says wrongly today, page by page. The run fails when a failure is not listed here, and when one that is listed no longer happens.
import type { Variant } from '@/e2e/foreign-index/variants';

export interface KnownFailure {
  page: string;
  /** The finding, as judge.ts names it. */
  what: string;
  /** The variants in which it happens; all when left out. */
  when?: Partial<Variant>;
  reason: string;
}

export const KNOWN_FAILURES: readonly KnownFailure[] = [];
