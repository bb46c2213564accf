// A minimal hub for every kind of route: one connection to the index, each frame once to each reader.
import { get } from 'node:http';

const KEY = Symbol.for('dagscope.bench.hub');

function makeHub() {
  const readers = new Set();
  let left = Buffer.alloc(0);
  get(`${process.env.INDEX_URL}/events/stream`, { agent: false }, (answer) => {
    answer.on('data', (chunk) => {
      const bytes = left.length === 0 ? chunk : Buffer.concat([left, chunk]);
      let from = 0;
      for (let end = bytes.indexOf('\n\n'); end >= 0; end = bytes.indexOf('\n\n', from)) {
        const frame = bytes.subarray(from, end + 2);
        from = end + 2;
        for (const write of readers) write(frame);
      }
      left = Buffer.from(bytes.subarray(from));
    });
  });
  return readers;
}

/** On globalThis, because Next bundles its two routers separately. */
export const theReaders = () => (globalThis[KEY] ??= makeHub());

export const OPENING = Buffer.from(': ok\n\n');
export const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache, no-transform',
};
