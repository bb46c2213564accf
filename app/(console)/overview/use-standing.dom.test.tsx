import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useStanding } from './use-standing';

test('complete figures stand, with their own window, until the next are complete or a read fails', () => {
  const { result, rerender } = renderHook(({ of, totals, failed }) => useStanding({ of, totals }, failed), {
    initialProps: { of: '10:00', totals: [null, 2] as (number | null)[], failed: false },
  });
  expect(result.current).toEqual({ of: '10:00', totals: [null, 2], former: false });
  rerender({ of: '10:00', totals: [1, 2], failed: false });
  expect(result.current).toEqual({ of: '10:00', totals: [1, 2], former: false });
  rerender({ of: '10:01', totals: [null, 5], failed: false });
  expect(result.current).toEqual({ of: '10:00', totals: [1, 2], former: true });
  rerender({ of: '10:01', totals: [4, 5], failed: false });
  expect(result.current).toEqual({ of: '10:01', totals: [4, 5], former: false });
  rerender({ of: '10:02', totals: [null, 5], failed: true });
  expect(result.current).toEqual({ of: '10:02', totals: [null, 5], former: false });
});
