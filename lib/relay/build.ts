// What this process runs, read once from Next's build; a build made beside a running console is not the one that answers.
import 'server-only';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** For tabs of an older build, which offer to reload; null in development. */
export const BUILD_ID: string | null = readBuildId();

function readBuildId(): string | null {
  try {
    return readFileSync(join(process.cwd(), '.next', 'BUILD_ID'), 'utf8').trim();
  } catch {
    return null;
  }
}
