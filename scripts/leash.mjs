// Loaded into a child with `--import`: asks the child to end when the process that started it is gone.
//
// Whoever starts the parts stops them in every case it can see. It cannot see its own SIGKILL; this can.
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
