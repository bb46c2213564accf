// A browser's response as the hub writes to it. Invariant: nothing is written after the end or to a socket that is gone; a response that its socket
// does not take in time after the end is destroyed with it, so a browser that hangs holds no memory of ours for longer.
// Pieces go to the socket as the chunks they were framed as, past `response.write`, which would frame them for each reader again; the headers have gone
// by then and `response.end` closes the body, so Node's own writing and ours never mix. Where the body is not chunked (HTTP/1.0) bytes go the usual way.
import type { ServerResponse } from 'node:http';
import type { Sink } from './reader';

/** The headers must have been written; they are sent here. */
export function responseSink(response: ServerResponse): Sink {
  response.flushHeaders();
  const { socket } = response;
  const direct = socket !== null && response.chunkedEncoding;
  const gone = () => response.writableEnded || response.destroyed || socket?.destroyed === true;
  return {
    write(piece) {
      if (gone()) return true;
      return direct ? socket.write(piece.chunk) : response.write(piece.bytes);
    },
    onDrain(drained) {
      const from = direct ? socket : response;
      const listener = () => gone() || drained();
      from.on('drain', listener);
      // The connection may serve the browser's next request too.
      response.once('close', () => from.off('drain', listener));
    },
    end(last, graceMs) {
      if (gone()) return;
      response.end(last?.bytes);
      const timer = setTimeout(() => response.writableFinished || socket?.destroy(), graceMs).unref();
      response.once('close', () => clearTimeout(timer));
    },
  };
}
