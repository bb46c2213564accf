// The baseline: one stream from the index, and one node:http write per frame and reader. No log, sessions or limits.
import { createServer, get, type ServerResponse } from 'node:http';

const readers = new Set<ServerResponse>();
let rest = Buffer.alloc(0);

get(`${process.env['INDEX_URL']}/events/stream`, { agent: false }, (answer) => {
  answer.on('data', (chunk: Buffer) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let end = bytes.indexOf('\n\n'); end >= 0; end = bytes.indexOf('\n\n', from)) {
      const frame = bytes.subarray(from, end + 2);
      from = end + 2;
      for (const reader of readers) reader.write(frame);
    }
    rest = Buffer.from(bytes.subarray(from));
  });
});

createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' });
  response.socket?.setNoDelay(true);
  response.write(': ok\n\n');
  readers.add(response);
  response.on('close', () => readers.delete(response));
}).listen({ port: Number(process.env['PORT']), host: '127.0.0.1', backlog: 4096 });
