// CPU time and memory of a process, and CPU time of the whole machine, read from /proc. Linux only.
import { readFileSync } from 'node:fs';

/** Clock ticks of the kernel per second. */
const TICKS = 100;

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** A process and its descendants. */
export function familyOf(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).trim();
  return [pid, ...(children === '' ? [] : children.split(' ').flatMap((child) => familyOf(Number(child))))];
}

/** CPU seconds the processes have used. */
export function cpuSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    // The name in parentheses may contain spaces; user and system time are fields 12 and 13 after it.
    const fields = read(`/proc/${pid}/stat`)
      .replace(/^.*\) /s, '')
      .split(' ');
    return sum + (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS;
  }, 0);
}

/** CPU seconds the whole machine has used. */
export function busySeconds(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, soft = 0] = (read('/proc/stat').split('\n')[0] ?? '')
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + soft) / TICKS;
}

/** Resident memory in MB. */
export function residentMb(pids: readonly number[]): number {
  return pids.reduce(
    (sum, pid) => sum + Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024,
    0,
  );
}
