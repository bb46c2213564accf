// After a restart every browser reconnects at once, with a sealed cookie that the new process has not opened and its last event id.
// The time is only reported, because it depends on the machine.
import type { Figures } from './figures';
import { rowOf } from './relay-cell';
import { startOurs } from './relay-contenders';
import type { Measuring } from './relay-setup';

const BROWSERS = 1_000;
const KEYS = 25;
/** Events each browser has missed; read from the index once per key. */
const MISSED = 20;

export async function measureReturn(
  measured: Measuring,
  { all, print }: { all: Figures; print: (line: string) => void },
): Promise<void> {
  await measured.on(startOurs(measured.setup, KEYS, BROWSERS), async (ours) => {
    const cursor = Math.max(0, (await measured.load.tip()) - MISSED);
    const returning = { ...ours, path: `${ours.path}?last_event_id=${cursor}` };
    // In the first round no cookie has been opened yet; in the second, all have.
    for (const time of ['first', 'again']) {
      const cell = await measured.load.cell(returning, { readers: BROWSERS, rate: 2, seconds: 2 });
      print(rowOf(cell));
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
