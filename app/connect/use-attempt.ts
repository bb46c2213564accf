'use client';
import { useState } from 'react';
import { ApiError } from '@/lib/client/api-error';

interface Attempt<Value> {
  /** True from the press on, and still while the next page is on its way. */
  busy: boolean;
  error: ApiError | null;
  run: (send: () => Promise<Value>) => void;
}

/** One try at something the server decides: busy, refused with a reason, or done. `stays`: this page goes on afterwards. */
export function useAttempt<Value>(onDone: (value: Value) => void, { stays = false } = {}): Attempt<Value> {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const run = (send: () => Promise<Value>) => {
    setBusy(true);
    setError(null);
    send().then(
      (value) => {
        if (stays) setBusy(false);
        onDone(value);
      },
      (caught: unknown) => {
        setBusy(false);
        setError(
          caught instanceof ApiError
            ? caught
            : new ApiError({ endpoint: 'session', message: 'something failed in this page' }, caught),
        );
      },
    );
  };
  return { busy, error, run };
}
