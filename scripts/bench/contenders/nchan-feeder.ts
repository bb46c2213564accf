// Feeds nchan, which accepts events by POST only: one connection to the index and one keep-alive connection to nchan, in order.
import { Agent, get, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const post = (data: string) =>
  new Promise<void>((done, failed) => {
    const sent = request(process.env['PUBLISH_URL'] ?? '', { method: 'POST', agent }, (answer) => {
      answer.resume().on('end', done);
    });
    sent.on('error', failed).end(data);
  });

let rest = '';
let sending = Promise.resolve();
get(`${process.env['INDEX_URL']}/events/stream`, { agent: false }, (answer) => {
  answer.setEncoding('utf8');
  answer.on('data', (chunk: string) => {
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data !== undefined) sending = sending.then(() => post(data));
    }
  });
});
