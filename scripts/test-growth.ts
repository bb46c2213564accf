// Whether work grows with its input or with the square of it, whatever the machine.

/** How many times as long it takes with ten times the input: about 10, or 100. The fastest of several runs each. */
export function growth(work: (size: number) => void, size: number): number {
  const fastest = (input: number) =>
    Math.min(
      ...Array.from({ length: 5 }, () => {
        const begin = performance.now();
        work(input);
        return performance.now() - begin;
      }),
    );
  return fastest(10 * size) / fastest(size);
}
