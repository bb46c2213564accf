// From a usage report to the groups and columns its chart and table show.
import type { UsageReport } from '@/lib/contract/usage';
import type { Series, StackedColumn } from '@/components/charts/stacked-bars';
import { groupDigits, counted } from '@/lib/view/amount';
import { absoluteTime, dayOfYear, hourOfDay, type Zone } from '@/lib/view/time';
import { byGroup, columnsOf, groupWords, NO_GROUP, type UsageColumn } from '@/lib/view/usage';

/** A scope has the hue of its event family. */
const SCOPE_FILL: Readonly<Record<string, string>> = {
  'leaders:read': 'fill-fam-leader',
  'agents:read': 'fill-fam-agent',
  'tools:read': 'fill-fam-tool',
  'dags:read': 'fill-fam-dag',
  'executions:read': 'fill-fam-execution',
  'tasks:read': 'fill-fam-task',
  'payments:read': 'fill-fam-payment',
  'events:read': 'fill-fam-key',
  [NO_GROUP]: 'fill-line-strong',
};
const FILLS = Object.values(SCOPE_FILL);
/** Further groups share one hue; the table has them all. */
const DRAWN_GROUPS = 9;
const OTHERS = 'others';

export interface Drawn {
  series: (Series & { group: string })[];
  columns: StackedColumn[];
  /** All groups, for the table. */
  groups: string[];
  rows: UsageColumn[];
}

const SCOPES = Object.keys(SCOPE_FILL);
/** Unknown scopes come last. */
function rankOf(scope: string): number {
  const place = SCOPES.indexOf(scope);
  return place < 0 ? SCOPES.length : place;
}

function fillOf(report: UsageReport, name: string, place: number): string {
  if (name === OTHERS) return 'fill-line-strong';
  return (report.group_by === 'scope' ? SCOPE_FILL[name] : undefined) ?? FILLS[place % 8] ?? 'fill-idle';
}

function tickOf(report: UsageReport, at: number, hours: number, zone: Zone): string | null {
  // Daily buckets are UTC days in every time zone.
  if (report.granularity === 'day') return dayOfYear(at, 'utc');
  // Hourly buckets are UTC hours: in some zones the first of a day starts at 00:30.
  const hour = hourOfDay(at, zone);
  if (hour.startsWith('00:')) return dayOfYear(at, zone);
  return hours <= 72 && /^(06|12|18):/.test(hour) ? hour : null;
}

/** Keeps about `most` evenly spaced labels. */
function thinned(columns: StackedColumn[], most: number): StackedColumn[] {
  const labelled = columns.filter((column) => column.tick !== null).length;
  const every = Math.ceil(labelled / most);
  let seen = 0;
  return columns.map((column) => {
    if (column.tick === null) return column;
    seen += 1;
    return (seen - 1) % every === 0 ? column : { ...column, tick: null };
  });
}

export function drawn(report: UsageReport, zone: Zone, now: number): Drawn {
  const busiest = byGroup(report).map((group) => group.name);
  // Scopes keep their order, so that layers don't swap places on refresh.
  const groups = report.group_by === 'scope' ? busiest.sort((a, b) => rankOf(a) - rankOf(b)) : busiest;
  const rows = columnsOf(report, groups, now);
  const own = groups.length > DRAWN_GROUPS ? groups.slice(0, DRAWN_GROUPS - 1) : groups;
  const names = own.length < groups.length ? [...own, OTHERS] : own;
  const series = names.map((group, place) => ({
    group,
    name: groupWords(report.group_by, group),
    fill: fillOf(report, group, place),
  }));
  const hours = (Date.parse(report.to) - Date.parse(report.from)) / 3_600_000;
  const columns = rows.map((row): StackedColumn => {
    const counts = row.counts.slice(0, own.length);
    if (names.length > own.length)
      counts.push(row.counts.slice(own.length).reduce((sum, count) => sum + count, 0n));
    const parts = series
      .map(({ name }, place) => ({ name, count: counts[place] ?? 0n }))
      .filter(({ count }) => count > 0n)
      .map(({ name, count }) => `${name}  ${groupDigits(count)}`);
    const zoned = report.granularity === 'day' ? 'utc' : zone;
    return {
      key: String(row.at),
      counts,
      tip: [
        `from ${absoluteTime(row.at, zoned)}${row.growing ? ', incomplete' : ''}`,
        counted(row.total, 'request'),
        ...parts,
      ].join('\n'),
      tick: tickOf(report, row.at, hours, zone),
      growing: row.growing,
    };
  });
  return { series, columns: thinned(columns, 14), groups, rows };
}
