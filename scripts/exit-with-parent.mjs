// Imported by a child process (`--import`): ends it when its parent has ended, for example by SIGKILL.
const parent = process.ppid;
const EVERY_MS = 500;
const GRACE_MS = 5_000;

function parentHasEnded() {
  if (process.ppid !== parent) return true;
  try {
    process.kill(parent, 0);
    return false;
  } catch {
    return true;
  }
}

const timer = setInterval(() => {
  if (!parentHasEnded()) return;
  clearInterval(timer);
  setTimeout(() => process.exit(1), GRACE_MS).unref();
  process.kill(process.pid, 'SIGTERM');
}, EVERY_MS);
timer.unref();
