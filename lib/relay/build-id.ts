// The build that this process runs, so that a tab of an older one can offer to reload; null in development.
// Read once: a build made beside a running console is not the one that answers.
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
