// How far a reading of many pages has come, for those who wait for it. It stands in the query cache beside the answer, under a key that nothing refreshes.
import { skipToken, useQuery, type QueryClient } from '@tanstack/react-query';

export interface ReadingProgress {
  /** Rows read, of so many. */
  read: number;
  of: number;
}

function progressKey(queryKey: readonly unknown[]) {
  return ['progress', ...queryKey] as const;
}

export function tellProgress(client: QueryClient, queryKey: readonly unknown[], progress: ReadingProgress) {
  client.setQueryData<ReadingProgress>(progressKey(queryKey), progress);
}

/** The progress of the query under this key; null before its first page. */
export function useProgress(queryKey: readonly unknown[]): ReadingProgress | null {
  return useQuery<ReadingProgress>({ queryKey: progressKey(queryKey), queryFn: skipToken }).data ?? null;
}
