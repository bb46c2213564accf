// The hub behind an App route: one web stream per reader.
import { HEADERS, OPENING, theReaders } from '../../hub.mjs';

export const dynamic = 'force-dynamic';

export function GET() {
  const readers = theReaders();
  let write;
  const body = new ReadableStream({
    start(controller) {
      write = (frame) => controller.enqueue(frame);
      controller.enqueue(OPENING);
      readers.add(write);
    },
    cancel: () => void readers.delete(write),
  });
  return new Response(body, { headers: HEADERS });
}
