import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useLastError } from './use-last-error';

test('keeps a failure until the same request is answered', () => {
  const error = new Error('away');
  const first: { key: string; now: Error | null; answered: boolean } = {
    key: 'a',
    now: error,
    answered: false,
  };
  const { result, rerender } = renderHook(
    ({ key, now, answered }: typeof first) => useLastError(key, now, answered),
    { initialProps: first },
  );
  expect(result.current).toBe(error);
  rerender({ key: 'a', now: null, answered: false });
  expect(result.current).toBe(error);
  rerender({ key: 'b', now: null, answered: false });
  expect(result.current).toBeNull();
  rerender({ key: 'a', now: null, answered: true });
  expect(result.current).toBeNull();
});
