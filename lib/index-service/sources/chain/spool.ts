// A stream read ahead of its consumer, within a limit. Invariant: what was read before the stream ended or overflowed is delivered first.
import type { Clock } from '@/lib/time/clock';

class StreamEnded extends Error {
  override readonly name = 'StreamEnded';
}

export interface SpoolOptions<Item> {
  clock: Pick<Clock, 'after'>;
  /** Nothing for so long ends the stream. */
  silenceMs: number;
  mostCharacters: number;
  charactersOf: (item: Item) => number;
  /** Stops the reading of `items`. */
  stop: () => void;
}

export function createSpool<Item>(items: AsyncIterable<Item>, options: SpoolOptions<Item>) {
  const { clock, silenceMs, mostCharacters, charactersOf, stop } = options;
  const read: { item: Item; size: number }[] = [];
  let characters = 0;
  let end: Error | undefined;
  let wake = (): void => undefined;
  const finish = (error: Error) => {
    end ??= error;
    stop();
    wake();
  };
  const watch = () =>
    clock.after(silenceMs, () => finish(new StreamEnded(`silent for ${Math.round(silenceMs / 1000)} s`)));

  async function readAll(): Promise<void> {
    let cancel = watch();
    try {
      for await (const item of items) {
        cancel();
        if (end !== undefined) return;
        cancel = watch();
        const size = charactersOf(item);
        read.push({ item, size });
        characters += size;
        wake();
        if (characters > mostCharacters)
          finish(new StreamEnded('more than can be kept while the history is read'));
      }
      finish(new StreamEnded('the node ended the stream'));
    } catch (error) {
      finish(error instanceof Error ? error : new StreamEnded(String(error)));
    } finally {
      cancel();
    }
  }
  void readAll();

  return {
    /** The next item; waits for one, and throws what ended the stream once all were delivered. */
    async next(): Promise<Item> {
      for (;;) {
        const next = read.shift();
        if (next !== undefined) {
          characters -= next.size;
          return next.item;
        }
        if (end !== undefined) throw end;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    isEmpty: () => read.length === 0,
  };
}
