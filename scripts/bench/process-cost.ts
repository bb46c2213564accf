// What a process costs, read from /proc: its own CPU time and memory, and what the whole machine was busy with meanwhile. Linux only.
import { readFileSync } from 'node:fs';

/** The kernel counts CPU time in hundredths of a second. */
const TICKS = 100;

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** A process and all that it started. */
export function familyOf(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).trim();
  return [pid, ...(children === '' ? [] : children.split(' ').flatMap((child) => familyOf(Number(child))))];
}

/** Seconds of CPU that processes have used so far. */
export function cpuSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    // The name in brackets may hold spaces; the fields follow the last bracket, user and system time are the 12th and 13th of them.
    const fields = read(`/proc/${pid}/stat`)
      .replace(/^.*\) /s, '')
      .split(' ');
    return sum + (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS;
  }, 0);
}

/** Seconds of CPU that the machine has spent on anything. */
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
