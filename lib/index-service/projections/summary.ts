// A summary: tables derived from the rows of projections, kept in step in the transaction that writes those.
// Invariant: as a projection's, its rows depend on the log alone, however it was cut into batches.
import type { EntryKind, LogEntry } from '@/lib/index-service/log/log-entry';
import type { Database } from '@/lib/index-service/store/database';
import type { Projection } from './projection';

export interface Summary {
  tables: readonly string[];
  /** The projections whose tables it reads. */
  of: readonly Projection[];
  /** The statements that make its tables. */
  statements(schema: string): string[];
  kinds: readonly EntryKind[];
  /** The rows of these entries have been written to `schema`. */
  added(tx: Database, schema: string, entries: readonly LogEntry[]): Promise<void>;
  /** These entries of earlier batches have their chain time now. */
  timed(tx: Database, schema: string, entries: readonly LogEntry[]): Promise<void>;
}
