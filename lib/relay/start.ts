// What the relay does when the server starts and when it is told to stop. Invariant: wrong settings end the process at once, with all faults listed;
// SIGTERM and SIGINT end every stream, so that the process is gone within two seconds (Next waits for open responses, a stream never ends by itself).
import { markArrivals } from './address';
import { theRelay } from './relay';
import { onceInProcess } from './singleton';

/** After this the process goes even if some response is still open. */
const PATIENCE_MS = 800;

function stopOnSignal(signal: NodeJS.Signals): void {
  process.once(signal, () => {
    theRelay().hubs.stop();
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
    stopOnSignal('SIGTERM');
    stopOnSignal('SIGINT');
    return true;
  });
}
