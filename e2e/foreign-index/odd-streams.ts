// Event streams as indexes send them that read the standard otherwise, or not at all. While such a stream is open, events happen: one per second,
// in the listing and, in its way, on the stream.

export interface OddStream {
  /** Whether every event can be shown as it arrives; otherwise the console polls, and says so. */
  isUsable: boolean;
  /** The status of the response; undefined: a stream. */
  refuses?: (cursor: string | undefined) => number | undefined;
  contentType?: string;
  /** Before the first event. */
  opening?: string;
  /** What is written for an event, at once or in parts. */
  frame: (id: string, data: string) => readonly string[];
}

/** Events that happen while the stream is open. */
export const NEW_EVENTS = 6;

const usual = (id: string, data: string) => [`id: ${id}\nevent: message\ndata: ${data}\n\n`];

export const ODD_STREAMS: Readonly<Record<string, OddStream>> = {
  'byte order mark, CR line ends, several data lines, split anywhere': {
    isUsable: true,
    opening: '\ufeff: open\r\r',
    frame: (id, data) =>
      `retry: 10\rid:${id}\rdata:${data.replace(/,"/g, ',\rdata: "')}\r\r`.match(/.{1,7}/gs) ?? [],
  },
  'other events and comments between': {
    isUsable: true,
    frame: (id, data) => [`event: ping\r\ndata: {}\r\n\r\n: alive\r\n`, ...usual(id, data)],
  },
  '410 to every cursor': {
    isUsable: true,
    refuses: (cursor) => (cursor === undefined ? undefined : 410),
    frame: usual,
  },
  '400 to every cursor': {
    isUsable: true,
    refuses: (cursor) => (cursor === undefined ? undefined : 400),
    frame: usual,
  },
  'no ids': { isUsable: false, frame: (_, data) => [`data: ${data}\n\n`] },
  'ids that are not numbers': { isUsable: false, frame: (id, data) => [`id: evt-${id}\ndata: ${data}\n\n`] },
  'another event name': {
    isUsable: false,
    frame: (id, data) => [`id: ${id}\nevent: log\ndata: ${data}\n\n`],
  },
  'comments only': { isUsable: false, frame: (id) => [`: event ${id}\n\n`] },
  'data that is no JSON': { isUsable: false, frame: (id) => [`id: ${id}\ndata: see /events/${id}\n\n`] },
  '404 to the stream': { isUsable: false, refuses: () => 404, frame: usual },
  'HTML instead of a stream': { isUsable: false, contentType: 'text/html', frame: usual },
};
