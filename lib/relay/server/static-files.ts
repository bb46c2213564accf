// Serves the built scripts, styles and fonts from memory, precompressed by `npm run build` (docs/decisions/019).
// Invariant: only plain GETs of files that existed at the start; ranges, conditions and weighted encodings go to Next.
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { extname, join, sep } from 'node:path';
import type { Handler } from './request-head';

const PREFIX = '/_next/static';
const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=UTF-8',
  '.js': 'application/javascript; charset=UTF-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
/** In order of preference. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

interface StaticFile {
  type: string;
  plain: Buffer;
  encoded: Partial<Record<'br' | 'gzip', Buffer>>;
}

/** Every file below `folder` of a known type, by its path with `/` first; none if the folder does not exist. */
function readFiles(folder: string): ReadonlyMap<string, StaticFile> {
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return new Map();
  }
  const existing = new Set(names);
  const files = new Map<string, StaticFile>();
  for (const name of names) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const file: StaticFile = { type, plain: readFileSync(join(folder, name)), encoded: {} };
    for (const [encoding, suffix] of ENCODINGS)
      if (existing.has(name + suffix)) file.encoded[encoding] = readFileSync(join(folder, name + suffix));
    files.set(`/${name.split(sep).join('/')}`, file);
  }
  return files;
}

const isPlain = (headers: IncomingHttpHeaders): boolean =>
  headers.range === undefined &&
  headers['if-none-match'] === undefined &&
  headers['if-modified-since'] === undefined &&
  !String(headers['accept-encoding'] ?? '').includes('q=');

/** `folder`: `.next/static`. */
export function serveStaticFiles(folder: string): Handler {
  const files = readFiles(folder);
  return ({ method, url = '', headers }, response, next) => {
    const file =
      method === 'GET' && url.startsWith(PREFIX) && isPlain(headers)
        ? files.get(url.slice(PREFIX.length))
        : undefined;
    if (file === undefined) return next();
    const accepted = String(headers['accept-encoding'] ?? '').toLowerCase();
    const encoding = ENCODINGS.map(([name]) => name).find(
      (name) => file.encoded[name] && accepted.includes(name),
    );
    const body = (encoding && file.encoded[encoding]) ?? file.plain;
    response
      .writeHead(200, {
        'Content-Type': file.type,
        'Content-Length': body.length,
        // File names contain a hash of their content.
        'Cache-Control': 'public, max-age=31536000, immutable',
        Vary: 'Accept-Encoding',
        ...(encoding && { 'Content-Encoding': encoding }),
      })
      .end(body);
  };
}
