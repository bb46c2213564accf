// The hub behind a Pages API route: one raw response per reader.
import { HEADERS, OPENING, theReaders } from '../../hub.mjs';

export const config = { api: { bodyParser: false, responseLimit: false, externalResolver: true } };

export default function handler(request, response) {
  const readers = theReaders();
  const write = (frame) => response.write(frame);
  response.writeHead(200, HEADERS);
  request.socket.setNoDelay(true);
  response.write(OPENING);
  readers.add(write);
  response.on('close', () => readers.delete(write));
}
