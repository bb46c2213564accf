// A stream console in its own process, for tests that measure memory. Arguments: the index's URL, limits as JSON.
// Sends its URL and a cookie; answers each message with its memory after a garbage collection (`--expose-gc`).
import { startStreamConsole } from './stream-console';

export interface Memory {
  /** Bytes. */
  rss: number;
  heap: number;
  buffers: number;
  streams: number;
}

const [indexUrl = '', limits = '{}'] = process.argv.slice(2);
const console_ = await startStreamConsole(indexUrl, { limits: JSON.parse(limits) as Record<string, number> });
// The channel closes when the test process ends, however it ends.
process.on('disconnect', () => process.exit(0));

process.on('message', () => {
  globalThis.gc?.();
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  const { streams } = console_.relay.channels.stats();
  process.send?.({ rss, heap: heapUsed, buffers: arrayBuffers, streams } satisfies Memory);
});
process.send?.({ url: console_.url, cookie: await console_.cookie() });
