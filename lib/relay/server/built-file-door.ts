// Answers for the build's files before Next does. A page asks for about thirty of them at once, and through Next each costs a walk through its router and a
// compression of its own: together more than the page itself, on the machine that makes the page (docs/decisions/019).
// Invariant: taken is only a plain GET of a file that was there at the start; a range, a condition or a weighed encoding is Next's to answer.
import type { IncomingHttpHeaders } from 'node:http';
import { ALWAYS } from '@/lib/relay/answer-headers.mjs';
import type { BuiltFile, Packing } from './built-files';
import type { Taker } from './front-door';

const BELOW = '/_next/static';

/** Their names hold a hash of what is in them: they never change. */
const FOREVER = 'public, max-age=31536000, immutable';

const isPlain = (headers: IncomingHttpHeaders): boolean =>
  headers.range === undefined &&
  headers['if-none-match'] === undefined &&
  headers['if-modified-since'] === undefined &&
  !String(headers['accept-encoding'] ?? '').includes('q=');

const packingFor = ({ bytes }: BuiltFile, accepted: string): Packing =>
  (['br', 'gzip'] as const).find((packing) => bytes[packing] && accepted.includes(packing)) ?? 'identity';

export const builtFileDoor =
  (files: ReadonlyMap<string, BuiltFile>): Taker =>
  (request, response) => {
    const { method, url = '', headers } = request;
    if (method !== 'GET' || !url.startsWith(BELOW) || !isPlain(headers)) return false;
    const file = files.get(url.slice(BELOW.length));
    if (file === undefined) return false;
    const packing = packingFor(file, String(headers['accept-encoding'] ?? '').toLowerCase());
    const body = file.bytes[packing] ?? file.bytes.identity;
    response
      .writeHead(200, {
        ...ALWAYS,
        'Content-Type': file.type,
        'Content-Length': body.length,
        'Cache-Control': FOREVER,
        Vary: 'Accept-Encoding',
        ...(packing !== 'identity' && { 'Content-Encoding': packing }),
      })
      .end(body);
    return true;
  };
