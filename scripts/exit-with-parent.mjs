// Loaded into a child with `--import`: ends the child when its parent is gone.
// The parent stops its children itself, but cannot do so after SIGKILL.
const parent = process.ppid;
const EVERY_MS = 500;
const GRACE_MS = 5_000;

function parentIsGone() {
  if (process.ppid !== parent) return true;
  try {
    process.kill(parent, 0);
    return false;
  } catch {
    return true;
  }
}

const timer = setInterval(() => {
  if (!parentIsGone()) return;
  clearInterval(timer);
  setTimeout(() => process.exit(1), GRACE_MS).unref();
  process.kill(process.pid, 'SIGTERM');
}, EVERY_MS);
timer.unref();
