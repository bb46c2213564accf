'use client';
import { OUTCOMES, outcomeCounts } from '@/components/record/outcome-series';
import { PeriodColumns } from '@/components/record/period-columns';
import { TextLink } from '@/components/ui/plain-link';
import { Panel } from '@/components/ui/panel';
import { KnownDuration } from '@/components/values/duration';
import { spansTo } from '@/lib/client/queries/run-statistics-query';
import { Cell, HeadCell, Row, Table } from '@/components/values/table';
import { counted, groupDigits } from '@/lib/view/amount';
import { ofRuns, standsOut } from '@/lib/view/failures';
import { analyze, executions } from '@/lib/view/paths';
import { PERIODS, within } from '@/lib/view/periods';
import { outcomesOf } from '@/lib/view/run-statistics';
import type { OverviewPeriod, Runs } from './overview-queries';

const IN_TABLE = [OUTCOMES[3], OUTCOMES[0], OUTCOMES[1], OUTCOMES[2]];

const TITLES: Readonly<Record<OverviewPeriod, string>> = {
  '1h': 'Outcomes by 5-minute interval',
  '24h': 'Outcomes by hour',
  '7d': 'Outcomes by day, UTC',
  '30d': 'Outcomes by day, UTC',
};

interface OutcomesProps {
  period: OverviewPeriod;
  end: string;
  runs: Runs;
  /** Undefined while it is not known. */
  before: Runs | undefined;
}

/** Executions by time and outcome, with their totals as the legend. */
export function Outcomes({ period, end, runs, before }: OutcomesProps) {
  const spans = spansTo(period, end);
  const { total } = runs;
  const now = outcomesOf(total ?? NO_RUNS);
  const earlier = before && outcomesOf(before.total ?? NO_RUNS);
  const isBad = total !== null && standsOut(ofRuns(total), before ? ofRuns(before.total ?? NO_RUNS) : null);
  return (
    <Panel
      title={TITLES[period]}
      note={runs.undated > 0 ? `excludes ${counted(runs.undated, 'execution')} with unknown time` : undefined}
      actions={<TextLink href={analyze({ measure: 'executions', by: 'status', period })}>Analyze</TextLink>}
    >
      <div className="grid gap-x-6 gap-y-3 p-3 md:grid-cols-[minmax(0,1fr)_260px]">
        <PeriodColumns
          title="Executions and outcomes"
          noun="execution"
          period={period}
          end={end}
          series={OUTCOMES}
          groups={runs.groups}
          before={before?.groups}
          countsOf={outcomeCounts}
          hrefOf={(bucket) => executions(within(bucket))}
          className="h-36"
        />
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
                Previous
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
                    href={executions({ status, ...within(spans.current) })}
                    className={name === 'failed' && isBad ? 'text-fail' : ''}
                  >
                    {groupDigits(now[place] ?? 0)}
                  </TextLink>
                </Cell>
                <Cell numeric className="text-3">
                  {earlier && (
                    <TextLink quiet href={executions({ status, ...within(spans.before) })}>
                      {groupDigits(earlier[place] ?? 0)}
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

export const NO_RUNS = { count: 0, succeeded: 0, failed: 0, aborted: 0 };
