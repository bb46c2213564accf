// The relay's own words on the stream (lib/contract/relay-events.ts), encoded once for all readers. Invariant: values come from here, never from a browser
// or an index unescaped: JSON holds no raw line end, so nothing can break out of its line.
import type { RelayEvent, RelayEventName } from '@/lib/contract/relay-events';
import { stringifyJson } from '@/lib/json/exact';
import { pieceOf, type Piece } from './piece';

/** A named event; `id` moves the reader's cursor. */
export function controlFrame<Name extends RelayEventName>(
  name: Name,
  data: RelayEvent<Name>,
  id?: bigint,
): Piece {
  const cursor = id === undefined ? '' : `id: ${id}\n`;
  return pieceOf(`${cursor}event: ${name}\ndata: ${stringifyJson(data)}\n\n`);
}

/** First bytes of every stream: the browser's own waiting time, spread so that not all come back at once, and a comment that flushes. */
export function opening(random: () => number): Piece {
  return pieceOf(`retry: ${2000 + Math.floor(random() * 3000)}\n: ok\n\n`);
}

/** Last bytes when the relay shuts down: come back, but not all in the same second. */
export function farewell(random: () => number): Piece {
  return pieceOf(`retry: ${1000 + Math.floor(random() * 4000)}\n\n`);
}
