// Which build of the console is running, so that a tab of an older one can say that there is a newer. Invariant: read once when the process starts,
// since a build that is made beside a running console is not the one that answers; null where there is no build (development).
import 'server-only';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

function read(): string | null {
  try {
    return readFileSync(join(process.cwd(), '.next', 'BUILD_ID'), 'utf8').trim();
  } catch {
    return null;
  }
}

export const BUILD_ID: string | null = read();
