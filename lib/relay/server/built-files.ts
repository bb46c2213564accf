// The files of the build that a browser loads, as they go over the wire: scripts, styles, fonts, pictures. Invariant: read once when the process starts,
// as Next reads its list of them, so that a build made beside a running console changes nothing; what was not there then is Next's to refuse.
// The packed forms are made by `npm run build` (scripts/pack.mjs).
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=UTF-8',
  '.js': 'application/javascript; charset=UTF-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const PACKED = { br: '.br', gzip: '.gz' } as const;

export type Packing = keyof typeof PACKED | 'identity';

export interface BuiltFile {
  type: string;
  /** Bytes by how they are packed; a font has only `identity`. */
  bytes: Partial<Record<Packing, Buffer>> & { identity: Buffer };
}

/** Every file below `folder` of a known type, by its path from there with `/` first. A folder that is not there has none. */
export function builtFiles(folder: string): ReadonlyMap<string, BuiltFile> {
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return new Map();
  }
  const there = new Set(names);
  const bytesOf = (name: string) => readFileSync(join(folder, name));
  return new Map(
    names.flatMap((name): [string, BuiltFile][] => {
      const type = TYPES[extname(name)];
      if (type === undefined) return [];
      const bytes: BuiltFile['bytes'] = { identity: bytesOf(name) };
      for (const [packing, ending] of Object.entries(PACKED) as [keyof typeof PACKED, string][])
        if (there.has(name + ending)) bytes[packing] = bytesOf(name + ending);
      return [[`/${name.split(sep).join('/')}`, { type, bytes }]];
    }),
  );
}
