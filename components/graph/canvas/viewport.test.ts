import { describe, expect, it } from 'vitest';
import { chain, tangle } from '@/lib/dag/testing/large-structures';
import { laidOut } from '@/lib/dag/testing/laid-out';
import { flowGraph } from '@/lib/dag/flow-graph';
import type { Box } from '@/lib/dag/placement/request';
import { firstView, inView, leastZoom, centreInView, viewOf, wholeView, ZOOM } from './viewport';

const frame = { width: 1100, height: 460 };
const isVisible = (box: Box, { x, y, zoom }: { x: number; y: number; zoom: number }) =>
  inView(box, { transform: [x, y, zoom], ...frame });

describe('the views of a drawing', () => {
  const long = laidOut(flowGraph(chain(2000)), false);

  it('show the whole, however long it is', () => {
    const whole = wholeView(long, frame.width, frame.height);
    expect(whole.zoom).toBeLessThan(ZOOM.least);
    expect(isVisible(long.box, whole)).toBe(true);
    expect(leastZoom(long, frame.width, frame.height)).toBe(whole.zoom);
  });

  it('begin where the graph begins when the whole would be too small to be of use', () => {
    const first = firstView(long, frame.width, frame.height);
    expect(first.zoom).toBe(ZOOM.least);
    expect(isVisible(long.vertices.get('step_0')!, first)).toBe(true);
    expect(isVisible(long.vertices.get('step_1999')!, first)).toBe(false);
  });

  it('begin with the whole of what can be made out', () => {
    const few = laidOut(flowGraph(tangle(20, 40)));
    expect(firstView(few, frame.width, frame.height)).toEqual(wholeView(few, frame.width, frame.height));
    expect(leastZoom(few, frame.width, frame.height)).toBe(ZOOM.least);
  });
});

describe('the view of a few vertices', () => {
  const box = (x: number, y: number): Box => ({ x, y, width: 200, height: 80 });
  const now = { transform: [0, 0, 0.8] as [number, number, number], ...frame };

  it('keeps the zoom where that shows all of them', () => {
    const boxes = [box(5000, 0), box(5400, 200)];
    const view = viewOf(boxes, now);
    expect(view.zoom).toBe(0.8);
    for (const each of boxes) expect(isVisible(each, view)).toBe(true);
  });

  it('is from as far off as it takes', () => {
    for (const distance of [9_000, 900_000]) {
      const boxes = [box(-distance, 0), box(distance, 4000)];
      const view = viewOf(boxes, now);
      expect(view.zoom).toBeLessThan(0.8);
      for (const each of boxes) expect(isVisible(each, view)).toBe(true);
    }
  });

  it('tells a vertex whose middle is beyond the edge from one that is cut', () => {
    expect(centreInView({ ...box(1270, 0) }, now)).toBe(true);
    expect(centreInView({ ...box(1280, 0) }, now)).toBe(false);
    expect(centreInView({ ...box(0, -50) }, now)).toBe(false);
  });
});
