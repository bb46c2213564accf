import { describe, expect, it } from 'vitest';
import { edgePath } from './edge-style';

const p = (x: number, y: number) => ({ x, y });

describe('the path of an edge', () => {
  it('is a line between two points and empty for one', () => {
    expect(edgePath([p(0, 4), p(30, 4)])).toBe('M0 4L30 4');
    expect(edgePath([p(0, 4)])).toBe('');
  });

  it('rounds corners, less where space is short', () => {
    expect(edgePath([p(0, 0), p(40, 0), p(40, 40)])).toBe('M0 0L30 0Q40 0 40 10L40 40');
    expect(edgePath([p(0, 0), p(40, 0), p(40, 6), p(80, 6)])).toBe('M0 0L37 0Q40 0 40 3L40 3Q40 6 43 6L80 6');
  });
});
