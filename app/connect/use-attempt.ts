'use client';
import { useState } from 'react';
import { ApiError } from '@/lib/client/api-error';

interface Attempt {
  /** True from the press on, and still while the next page is on its way. */
  busy: boolean;
  error: ApiError | null;
  run: (send: () => Promise<unknown>) => void;
}

/** One try to connect: busy, refused with a reason, or on the way to the next page. */
export function useAttempt(onConnected: () => void): Attempt {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const run = (send: () => Promise<unknown>) => {
    setBusy(true);
    setError(null);
    send().then(onConnected, (caught: unknown) => {
      setBusy(false);
      setError(
        caught instanceof ApiError
          ? caught
          : new ApiError({ endpoint: 'connect', message: 'something failed in this page' }, caught),
      );
    });
  };
  return { busy, error, run };
}
