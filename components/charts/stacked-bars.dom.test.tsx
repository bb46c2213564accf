// Labels of the axes have room, however narrow the chart.
import { render } from '@testing-library/react';
import { afterAll, expect, test, vi } from 'vitest';

const width = vi.hoisted(() => ({ value: 0 }));
vi.mock('./use-width', () => ({ useWidth: () => [{ current: null }, width.value] }));
// The files of a worker share modules: those that another file has imported don't get the mock, and theirs must not be these.
vi.resetModules();
afterAll(() => vi.resetModules());
const { StackedBars } = await import('./stacked-bars');

const TICKS = ['06:00', '12:00', '18:00', '27 Nov', '06:00', '12:00', '18:00', '28 Nov'];

function labelsAt(pixels: number, format?: (value: number) => string) {
  width.value = pixels;
  const { container } = render(
    <StackedBars
      title="Requests"
      description=""
      series={[{ name: 'all', fill: '' }]}
      columns={TICKS.map((tick, place) => ({
        key: String(place),
        counts: [4n],
        tip: '',
        tick,
        growing: false,
      }))}
      {...(format && { format })}
    />,
  );
  const texts = (anchor: string) =>
    [...container.querySelectorAll(`text[text-anchor=${anchor}]`)].map(({ textContent }) => textContent);
  return {
    left: texts('end'),
    bottom: texts('middle'),
    group: container.querySelector('g')?.getAttribute('transform'),
  };
}

test('a narrow chart leaves out labels that would touch', () => {
  expect(labelsAt(1_000).bottom).toEqual(TICKS);
  expect(labelsAt(340).bottom).toEqual(['12:00', '27 Nov', '12:00', '28 Nov']);
});

test('the margin fits the longest label of the heights', () => {
  const marginOf = ({ group }: ReturnType<typeof labelsAt>) => Number(/\((\d+)/.exec(group ?? '')?.[1]);
  expect(marginOf(labelsAt(1_000))).toBe(52);
  expect(marginOf(labelsAt(1_000, () => '1 m 30 s 500 ms'))).toBeGreaterThan(90);
});
