'use client';
import { MiniColumns } from '@/components/charts/mini-columns';
import { TextLink } from '@/components/ui/plain-link';
import { Panel } from '@/components/ui/panel';
import { KnownDuration } from '@/components/values/duration';
import { useZone } from '@/components/values/preferences';
import { Cell, HeadCell, Row, Table } from '@/components/values/table';
import { counted, groupDigits } from '@/lib/view/amount';
import { ofRuns, standsOut } from '@/lib/view/failures';
import { analyze, executions } from '@/lib/view/paths';
import { PERIODS } from '@/lib/view/periods';
import { countsByBucket, outcomesOf } from '@/lib/view/run-statistics';
import { bucketStart, dayOfYear, hourOfDay } from '@/lib/view/time';
import { boundsOf, type OverviewPeriod, type Runs, type Spans } from './overview-queries';

/** From the bottom, so that failures of different hours compare. */
const SERIES = [
  { name: 'failed', place: 1, status: 'failed', fill: 'bg-fail' },
  { name: 'aborted', place: 2, status: 'aborted', fill: 'bg-warn' },
  { name: 'not finished', place: 3, status: 'running,pending_settlement', fill: 'bg-run' },
  // Success is quiet.
  { name: 'succeeded', place: 0, status: 'succeeded', fill: 'bg-line-strong' },
] as const;
const IN_TABLE = [SERIES[3], SERIES[0], SERIES[1], SERIES[2]];

const STEPS = {
  '1h': { bucket: 'minutes', ms: 300_000, title: 'Outcomes by five minutes' },
  '24h': { bucket: 'hour', ms: 3_600_000, title: 'Outcomes by hour' },
  '7d': { bucket: 'day', ms: 86_400_000, title: 'Outcomes by day, UTC' },
  '30d': { bucket: 'day', ms: 86_400_000, title: 'Outcomes by day, UTC' },
} as const;
const MOST_TICKS = 8;

interface OutcomesProps {
  period: OverviewPeriod;
  spans: Spans;
  runs: Runs;
  /** Undefined while it is not known. */
  before: Runs | undefined;
}

function Columns({ period, spans, runs, before }: OutcomesProps) {
  const zone = useZone();
  const { bucket, ms, title } = STEPS[period];
  const { current, before: earlier } = spans;
  const columns = countsByBucket(runs.groups, bucket, current, outcomesOf);
  const columnsBefore = before && countsByBucket(before.groups, bucket, earlier, outcomesOf);
  const isDay = bucket === 'day';
  const tickOf = (start: number) => (isDay ? dayOfYear(start, 'utc') : hourOfDay(start, zone));
  const every = Math.ceil(columns.length / MOST_TICKS);
  return (
    <MiniColumns
      hasAxes
      label={`Executions, ${title.toLowerCase()}; the table has the totals`}
      fills={SERIES.map(({ fill }) => fill)}
      className="h-36"
      columns={columns.map(({ start, counts }, place) => {
        const total = columnsBefore?.[place]?.counts.reduce((sum, count) => sum + count, 0);
        const words = SERIES.flatMap(({ name, place: at }) => (counts[at] ? `${name}: ${counts[at]}` : []));
        return {
          key: String(start),
          counts: SERIES.map(({ place: at }) => counts[at] ?? 0),
          tip: [
            bucketStart(start, isDay ? 'day' : 'hour', zone),
            ...(words.length === 0 ? ['no executions'] : words),
            ...(total === undefined ? [] : [`before: ${counted(total, 'execution')}`]),
          ].join('\n'),
          href: executions(boundsOf({ from: start, to: Math.min(start + ms, current.to) })),
          tick: place % every === 0 ? tickOf(start) : null,
          ...(total !== undefined && { before: total }),
        };
      })}
    />
  );
}

/** Executions by time and outcome, with their totals as the legend. */
export function Outcomes(props: OutcomesProps) {
  const { period, spans, runs, before } = props;
  const { total } = runs;
  const counts = (of: Runs | undefined) => {
    if (of === undefined) return null;
    const { count = 0, succeeded = 0, failed = 0, aborted = 0 } = of.total ?? {};
    return [succeeded, failed, aborted, count - succeeded - failed - aborted] as const;
  };
  const [now, earlier] = [counts(runs), counts(before)];
  const isBad = total !== null && standsOut(ofRuns(total), before ? ofRuns(before.total ?? NO_RUNS) : null);
  return (
    <Panel
      title={STEPS[period].title}
      note={runs.undated > 0 ? `without ${counted(runs.undated, 'execution')} of unknown time` : undefined}
      actions={<TextLink href={analyze({ measure: 'executions', by: 'status', period })}>Analyze</TextLink>}
    >
      <div className="grid gap-x-6 gap-y-3 p-3 md:grid-cols-[minmax(0,1fr)_260px]">
        <Columns {...props} />
        <Table
          aria-label="Outcomes"
          className="[&_td]:border-0! [&_td]:px-1! [&_td]:py-0.5! [&_th]:px-1! [&_th]:pt-0!"
        >
          <thead>
            <tr>
              <HeadCell>By start time</HeadCell>
              <HeadCell numeric>{PERIODS[period].short}</HeadCell>
              <HeadCell numeric>
                <span aria-hidden className="mr-1.5 inline-block h-px w-3 bg-text-2 align-middle" />
                Before
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {IN_TABLE.map(({ name, place, status, fill }) => (
              <Row key={name} data-row={name}>
                <Cell>
                  <span aria-hidden className={`mr-2 inline-block size-2 rounded-xs ${fill}`} />
                  {name}
                </Cell>
                <Cell numeric>
                  <TextLink
                    quiet
                    href={executions({ status, ...boundsOf(spans.current) })}
                    className={name === 'failed' && isBad ? 'text-fail' : ''}
                  >
                    {groupDigits(now?.[place] ?? 0)}
                  </TextLink>
                </Cell>
                <Cell numeric className="text-3">
                  {earlier && (
                    <TextLink quiet href={executions({ status, ...boundsOf(spans.before) })}>
                      {groupDigits(earlier[place])}
                    </TextLink>
                  )}
                </Cell>
              </Row>
            ))}
            {(['p50', 'p95'] as const).map((name) => (
              <Row key={name} data-row={name}>
                <Cell>{name} duration</Cell>
                {[total, before?.total ?? null].map((of, place) => (
                  <Cell key={place} numeric className={place === 0 ? '' : 'text-3'}>
                    {(place === 0 || before !== undefined) && (
                      <TextLink quiet href={analyze({ measure: `duration_${name}`, by: 'skill', period })}>
                        <KnownDuration ms={of?.[`duration_${name}_ms`] ?? null} reason="none has finished" />
                      </TextLink>
                    )}
                  </Cell>
                ))}
              </Row>
            ))}
          </tbody>
        </Table>
      </div>
    </Panel>
  );
}

export const NO_RUNS = { succeeded: 0, failed: 0, aborted: 0 };
