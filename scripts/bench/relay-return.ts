// After a restart of the console every browser comes back at once, each with a sealed cookie of its own that the new process has never opened, and with
// the last event it has seen. Told, not asserted: how long until all are connected depends on the machine.
import type { Figures } from './figures';
import { rowOf } from './relay-cell';
import { startOurs } from './relay-contenders';
import type { Measuring } from './relay-ground';

const BROWSERS = 1_000;
const KEYS = 25;
/** What each has missed, in events: the index is asked for it, once a key. */
const MISSED = 20;

export async function measureReturn(
  measured: Measuring,
  { all, say }: { all: Figures; say: (line: string) => void },
): Promise<void> {
  await measured.on(startOurs(measured.ground, KEYS, BROWSERS), async (ours) => {
    const cursor = Math.max(0, (await measured.load.tip()) - MISSED);
    const returning = { ...ours, path: `${ours.path}?last_event_id=${cursor}` };
    // The first time no seal has been opened here; the second time, within the half minute, all have.
    for (const time of ['first', 'again']) {
      const cell = await measured.load.cell(returning, { readers: BROWSERS, rate: 2, seconds: 2 });
      say(rowOf(cell));
      const { opened, openCpuMs, marked } = cell;
      const name = `return_${BROWSERS}_browsers_${KEYS}_keys_${time}`;
      all.note(`${name}_ms`, opened.ms);
      all.note(`${name}_cpu_ms`, openCpuMs);
      all.note(`${name}_cpu_ms_a_browser`, openCpuMs / BROWSERS);
      all.note(`${name}_upstream_a_key`, cell.upstream);
      all.note(
        `${name}_refused_lost_holes_repeated`,
        [opened.refused, marked.lost, marked.holes, marked.repeated].join(' '),
      );
    }
  });
}
