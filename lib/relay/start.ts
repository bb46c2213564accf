// Starts the relay with the process. Invariant: invalid settings end the process at once, with every error listed.
import { theRelay, type Relay } from './relay';
import { relayHandlers, type RelayHandlers } from './server/handlers';
import { onceInProcess } from './singleton';

/** Set by scripts/server.mjs; absent under plain `next start`. */
const REGISTER = Symbol.for('dagscope.server');

function relayOrExit(): Relay {
  try {
    return theRelay();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

/** Called by instrumentation.ts, which Next runs when a server process starts. */
export function startRelay(): void {
  onceInProcess('start', () => {
    const relay = relayOrExit();
    const server = globalThis as { [REGISTER]?: (handlers: RelayHandlers) => void };
    server[REGISTER]?.(relayHandlers(relay));
    return true;
  });
}
