// better-sse as documented: a channel, one session per reader, one broadcast per event. Data is forwarded as unparsed text.
import { createChannel, createSession } from 'better-sse';
import { createServer, get } from 'node:http';

const channel = createChannel();
let left = '';

get(`${process.env['INDEX_URL']}/events/stream`, { agent: false }, (answer) => {
  answer.setEncoding('utf8');
  answer.on('data', (chunk: string) => {
    const blocks = (left + chunk).split('\n\n');
    left = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, id, data] = /^id: (\d+)\nevent: message\ndata: (.*)$/.exec(block) ?? [];
      if (id !== undefined && data !== undefined) channel.broadcast(data, 'message', { eventId: id });
    }
  });
});

createServer((request, response) => {
  void createSession(request, response, { serializer: String }).then((session) => channel.register(session));
}).listen({ port: Number(process.env['PORT']), host: '127.0.0.1', backlog: 4096 });
