// One measurement: a number of readers on one contender, at one event rate, for some seconds. CPU is the contender's only.
import { fork, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { inRoot } from '../processes.mjs';
import type { Marked, Opened, Order } from './contenders/readers';
import { busySeconds, cpuSeconds, residentMb } from './process-cost';
import type { Contender } from './relay-contenders';

export interface Cell {
  name: string;
  readers: number;
  rate: number;
  opened: Opened;
  marked: Marked;
  deliveredPerSecond: number;
  cpuPercent: number;
  /** Deliveries per CPU-second of the contender. */
  efficiency: number;
  rssMb: number;
  /** Most simultaneous connections of one key at the index; of all connections if there are no keys. */
  upstream: number;
  /** Percent of one core used by unrelated processes. */
  othersPercent: number;
}

export interface Load {
  cell(
    contender: Contender,
    options: { readers: number; rate: number; seconds?: number; whileOpening?: number },
  ): Promise<Cell>;
  stop(): void;
}

interface Count {
  /** Most simultaneous connections by key; '' for none. */
  most: Record<string, number>;
}

const WARM_MS = 1_500;
const QUIET_MS = 400;

export function startLoad(indexUrl: string, indexPids: () => number[]): Load {
  const child: ChildProcess = fork(inRoot('scripts/bench/contenders/readers.ts'), {
    execArgv: ['--import', 'tsx'],
  });
  const order = <Answer>(message: Order) =>
    new Promise<Answer>((done, failed) => {
      child.once('message', (answer) => done(answer as Answer));
      child.send(message, (error) => (error === null ? undefined : failed(error)));
    });
  const control = async (query: string) =>
    (await (await fetch(`${indexUrl}/control?${query}`)).json()) as Count;

  return {
    async cell(contender, { readers, rate, seconds = 5, whileOpening = 0 }) {
      const { port, path, cookies, name } = contender;
      // Lets the previous contender disconnect first.
      await sleep(QUIET_MS);
      await control(`rate=${whileOpening}&reset=1`);
      const pids = contender.pids();
      const opened = await order<Opened>({ open: { port, path, cookies, count: readers } });
      await control(`rate=${rate}`);
      await sleep(WARM_MS);
      const involved = [...pids, ...indexPids(), child.pid ?? 0];
      const before = {
        at: performance.now(),
        cpu: cpuSeconds(pids),
        involved: cpuSeconds(involved),
        busy: busySeconds(),
      };
      await order<Marked>({ mark: true });
      await sleep(seconds * 1000);
      const marked = await order<Marked>({ mark: true });
      const took = (performance.now() - before.at) / 1000;
      const cpu = cpuSeconds(pids) - before.cpu;
      const others = busySeconds() - before.busy - (cpuSeconds(involved) - before.involved);
      const rssMb = residentMb(pids);
      const { most } = await control('rate=0');
      const keyed = Object.entries(most).filter(([key]) => (key === '') === (cookies.length === 0));
      await sleep(QUIET_MS);
      await order({ close: true });
      await sleep(QUIET_MS);
      return {
        name,
        readers,
        rate,
        opened,
        marked,
        deliveredPerSecond: marked.delivered / took,
        cpuPercent: (100 * cpu) / took,
        efficiency: marked.delivered / cpu,
        rssMb,
        upstream: Math.max(0, ...keyed.map(([, count]) => count)),
        othersPercent: (100 * others) / took,
      };
    },
    stop: () => void child.kill('SIGKILL'),
  };
}

const alignRight = (value: number | string, width: number) => String(value).padStart(width);

export const HEADING = `${'path'.padEnd(16)}${['readers x ev/s', 'delivered/s', 'us/del', 'CPU %', 'p50 ms', 'p99 ms', 'open ms', 'RSS MB', 'upstream', 'wrong', 'others %'].map((word) => alignRight(word, word.length + 2)).join('')}`;

/** Null if nothing was timed. */
const ms = (value: number | null) => (value === null ? '-' : value.toFixed(1));

/** One table row. `wrong`: gaps, repetitions, lost and refused connections. */
export function rowOf(cell: Cell): string {
  const { marked, opened } = cell;
  const wrong = marked.holes + marked.repeated + marked.lost + opened.refused;
  return (
    cell.name.padEnd(16) +
    alignRight(`${cell.readers} x ${cell.rate}`, 16) +
    alignRight(Math.round(cell.deliveredPerSecond), 13) +
    alignRight((1e6 / cell.efficiency).toFixed(1), 8) +
    alignRight(Math.round(cell.cpuPercent), 7) +
    alignRight(ms(marked.p50), 8) +
    alignRight(ms(marked.p99), 8) +
    alignRight(Math.round(opened.ms), 9) +
    alignRight(Math.round(cell.rssMb), 8) +
    alignRight(cell.upstream, 10) +
    alignRight(wrong, 7) +
    alignRight(Math.round(cell.othersPercent), 10)
  );
}
