// Loaded into the console with `--import`: lets more connections wait to be accepted than Node's 511, which Next has no setting for.
//
// After a restart all browsers come back at once. A connection that finds the queue full is tried again by the browser's kernel after one
// second, then after three, and so on, however quickly the console answers. The kernel's own bound (net.core.somaxconn) still holds.
import { subscribe } from 'node:diagnostics_channel';

const WAITING = 4096;

subscribe('tracing:net.server.listen:asyncStart', ({ options }) => {
  if (options?.port !== undefined) options.backlog ??= WAITING;
});
