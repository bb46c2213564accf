import { MiniColumns } from '@/components/charts/mini-columns';
import { TextLink } from '@/components/ui/plain-link';
import { useNowValue } from '@/components/values/now';
import { useZone } from '@/components/values/preferences';
import {
  BUCKET,
  type ExecutionFilters,
  periodEnd,
  type Period,
  READ_BUCKET,
} from '@/lib/client/queries/run-statistics-query';
import type { ExecutionStats } from '@/lib/contract/stats';
import { counted } from '@/lib/view/amount';
import { executions } from '@/lib/view/paths';
import { busiest, outcomesByBucket } from '@/lib/view/run-statistics';
import { dayOfYear, minuteTime } from '@/lib/view/time';

const OUTCOMES = [
  // Success is quiet.
  { name: 'succeeded', fill: 'bg-line-strong' },
  { name: 'failed', fill: 'bg-fail' },
  { name: 'aborted', fill: 'bg-warn' },
  { name: 'not finished', fill: 'bg-run' },
] as const;

interface RunTrendProps {
  trend: ExecutionStats;
  period: Period;
  about: ExecutionFilters;
}

/** Executions by hour or day and outcome, and when there were most. */
export function RunTrend(props: RunTrendProps) {
  return (
    <>
      <Columns {...props} />
      <Busiest {...props} />
    </>
  );
}

function Columns({ trend: { groups, from }, period }: RunTrendProps) {
  const zone = useZone();
  const now = useNowValue((at) => (at === null ? '' : periodEnd(at)));
  if (from === null || now === '') return null;
  const columns = outcomesByBucket(groups, BUCKET[period], Date.parse(from), Date.parse(now)).map(
    ({ start, counts }) => {
      const when = BUCKET[period] === 'hour' ? minuteTime(start, zone) : dayOfYear(start, zone);
      const words = OUTCOMES.flatMap(({ name }, at) => (counts[at] ? [`${name}: ${counts[at]}`] : []));
      return {
        key: String(start),
        counts,
        tip: [when, ...(words.length > 0 ? words : ['no executions'])].join('\n'),
      };
    },
  );
  const [first, last] = [columns[0], columns.at(-1)].map(
    (column) => column && dayOfYear(Number(column.key), zone),
  );
  return (
    <div className="px-3 py-2">
      <MiniColumns
        label={`Executions by ${BUCKET[period]} and outcome`}
        fills={OUTCOMES.map(({ fill }) => fill)}
        columns={columns}
        className="h-24"
      />
      <div aria-hidden className="flex flex-wrap justify-between gap-x-3 pt-1 text-xs text-3">
        <span>{first}</span>
        <span className="flex flex-wrap gap-x-3">
          {OUTCOMES.map(({ name, fill }) => (
            <span key={name} className="inline-flex items-center gap-1.5">
              <span className={`size-2 rounded-xs ${fill}`} />
              {name}
            </span>
          ))}
        </span>
        <span>{last}</span>
      </div>
    </div>
  );
}

/** The hour or day in which most executions started. */
function Busiest({ trend: { groups, from, left_out }, period, about }: RunTrendProps) {
  const zone = useZone();
  const bucket = READ_BUCKET[period];
  const most = busiest(groups, bucket);
  // Groups that were left out belong to some bucket.
  if (most === null || left_out > 0) return null;
  const window = {
    created_after: new Date(Math.max(most.start, Date.parse(from ?? ''))).toISOString(),
    // The bound is inclusive.
    created_before: new Date(most.end - 1).toISOString(),
  };
  return (
    <p className="px-3 pb-2 text-2">
      Busiest {bucket}:{' '}
      <TextLink quiet href={executions({ ...about, ...window })}>
        {minuteTime(most.start, zone)}
      </TextLink>
      , {counted(most.count, 'execution')}
    </p>
  );
}
