// What the relay does when the server starts and when it is told to stop. Invariant: wrong settings end the process at once, with all faults listed;
// SIGTERM and SIGINT end every stream, so that the process is gone within two seconds (Next waits for open responses, a stream never ends by itself).
import { join } from 'node:path';
import { markArrivals } from './server/client-address';
import { builtFileDoor } from './server/built-file-door';
import { builtFiles } from './server/built-files';
import { DEVELOPMENT } from './env';
import { frameFirst } from './server/frame-first';
import { openFrontDoor } from './server/front-door';
import { theRelay } from './relay';
import { serveStream } from './stream/serve-stream';
import { onceInProcess } from './singleton';
import { streamDoor } from './server/stream-door';

/** After this the process goes even if some response is still open. */
const PATIENCE_MS = 800;

function stopOnSignal(signal: NodeJS.Signals): void {
  process.once(signal, () => {
    theRelay().channels.stop();
    setTimeout(() => process.exit(0), PATIENCE_MS).unref();
  });
}

/** Called once by instrumentation. */
export function startRelay(): void {
  onceInProcess('start', () => {
    try {
      theRelay();
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exit(1);
    }
    markArrivals();
    // The development server swaps modules and files while it runs: there Next serves them, with the code of the moment.
    if (!DEVELOPMENT)
      openFrontDoor([
        streamDoor((request, response) => void serveStream(theRelay(), request, response)),
        builtFileDoor(builtFiles(join(process.cwd(), '.next', 'static'))),
        frameFirst,
      ]);
    stopOnSignal('SIGTERM');
    stopOnSignal('SIGINT');
    return true;
  });
}
