// What this process runs, read once from Next's build; a build made beside a running console is not the one that answers.
import 'server-only';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(process.cwd(), '.next');

/** For tabs of an older build, which offer to reload; null in development. */
export const BUILD_ID: string | null = unlessMissing(() =>
  readFileSync(join(FOLDER, 'BUILD_ID'), 'utf8').trim(),
);

/** The hashes of the build's stylesheets, as a content policy names them; empty in development. */
export const STYLESHEET_HASHES: string =
  unlessMissing(() => {
    const chunks = join(FOLDER, 'static', 'chunks');
    return readdirSync(chunks)
      .filter((name) => name.endsWith('.css'))
      .map((name) =>
        createHash('sha256')
          .update(readFileSync(join(chunks, name)))
          .digest('base64'),
      )
      .map((hash) => `'sha256-${hash}'`)
      .join(' ');
  }) ?? '';

function unlessMissing(read: () => string): string | null {
  try {
    return read();
  } catch {
    return null;
  }
}
