// The query cache clears an error while it retries, which would make a failed page flicker.
// Invariant: an error stays until the same request is answered.
import { useState } from 'react';

/** The current error, or the last one of the same request until it is answered. */
export function useLastError(key: string, error: Error | null, answered: boolean): Error | null {
  const [last, setLast] = useState<{ key: string; error: Error } | null>(null);
  if (error !== null && (last?.key !== key || last.error !== error)) setLast({ key, error });
  if (error !== null || answered) return error;
  return last?.key === key ? last.error : null;
}
