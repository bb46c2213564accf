// A stream console in a process of its own, for tests that measure its memory. Arguments: the index's address, limits as JSON.
// Tells its address and a cookie; answers each message with what it holds after a garbage collection (`--expose-gc`).
import { startStreamConsole } from './stream-console';

export interface Held {
  /** Bytes. */
  rss: number;
  heap: number;
  buffers: number;
  streams: number;
}

const [indexUrl = '', limits = '{}'] = process.argv.slice(2);
const console_ = await startStreamConsole(indexUrl, { limits: JSON.parse(limits) as Record<string, number> });
// The channel closes when the test is gone, however it went.
process.on('disconnect', () => process.exit(0));

process.on('message', () => {
  globalThis.gc?.();
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  const { streams } = console_.relay.channels.stats();
  process.send?.({ rss, heap: heapUsed, buffers: arrayBuffers, streams } satisfies Held);
});
process.send?.({ url: console_.url, cookie: await console_.cookie() });
