'use client';
import { TextLink } from '@/components/ui/plain-link';
import { Panel } from '@/components/ui/panel';
import { ColumnAmount } from '@/components/values/amount';
import { RowsTable } from '@/components/values/table';
import { counted } from '@/lib/view/amount';
import { type MoneyName, moneyMoved } from '@/lib/view/money-moved';
import { analyze, payments } from '@/lib/view/paths';
import { changeOf, changeText, PERIODS, type Span, within } from '@/lib/view/periods';
import type { Answer } from '@/lib/contract/endpoints';
import type { OverviewPeriod, Runs } from './overview-queries';

const MEASURES: Readonly<Partial<Record<MoneyName, string>>> = {
  Gas: 'gas',
  'Tool fees': 'tool_cost',
  'Priority fees': 'priority_fee',
};
const STATES: Readonly<Partial<Record<MoneyName, string>>> = { 'Still locked': 'pending' };

/** An amount beside the one before it. */
function Pair({ values, most }: { values: readonly (bigint | null)[]; most: bigint }) {
  const fills = ['bg-text-3', 'bg-line-strong'];
  return (
    <span aria-hidden className="flex w-14 flex-col gap-0.5">
      {values.map((value, place) => (
        <span
          key={place}
          className={`h-1 rounded-xs ${fills[place]}`}
          style={{ width: `${most === 0n ? 0 : Number(((value ?? 0n) * 1_000n) / most) / 10}%` }}
        />
      ))}
    </span>
  );
}

interface Moved {
  runs: Runs;
  paid: Answer<'stats.payments'>;
}

interface MoneyProps {
  period: OverviewPeriod;
  span: Span;
  current: Moved;
  /** Null where it is not indexed. */
  before: Moved | null;
}

/** What was paid in for the executions of a period and where it went, beside the period before. */
export function Money({ period, span, current, before }: MoneyProps) {
  const groupsOf = ({ runs, paid }: Moved) => ({ runs: runs.groups, payments: paid.groups });
  const rows = moneyMoved(groupsOf(current), before && groupsOf(before));
  const most = rows
    .flatMap(({ values }) => values)
    .reduce<bigint>((high, value) => (value !== null && value > high ? value : high), 0n);
  const { count = 0, priced = 0 } = current.runs.total ?? {};
  const rowsOf = (name: MoneyName) => {
    const measure = MEASURES[name];
    if (measure !== undefined) return analyze({ measure, by: 'skill', and: 'none', period });
    const { created_after: onchain_after, created_before: onchain_before } = within(span);
    return payments({ final_state: STATES[name], onchain_after, onchain_before });
  };
  return (
    <Panel
      title={`Money, ${PERIODS[period].label.toLowerCase()}`}
      note="SUI, by start time"
      actions={<TextLink href={rowsOf('Paid in')}>Payments</TextLink>}
    >
      <RowsTable
        label="Money"
        rows={rows}
        rowKey={({ name }) => name}
        attributes={({ name }) => ({ 'data-row': name })}
        columns={[
          { head: '', cell: ({ name }) => name },
          {
            head: '',
            // Beside the figures there is room only in a wide window.
            headClass: 'max-[1400px]:hidden',
            className: 'max-[1400px]:hidden',
            cell: ({ values }) => <Pair values={values} most={most} />,
          },
          {
            head: PERIODS[period].short,
            numeric: true,
            cell: ({ name, values }) => (
              <TextLink quiet href={rowsOf(name)}>
                <ColumnAmount value={values[0]} unit="sui" />
              </TextLink>
            ),
          },
          {
            head: 'Previous',
            numeric: true,
            className: 'text-3',
            cell: ({ values }) => values[1] !== null && <ColumnAmount value={values[1]} unit="sui" />,
          },
          {
            head: 'Change',
            numeric: true,
            className: 'text-2',
            cell: ({ values }) => {
              const change = changeOf(...values, 'sui');
              return change === null ? '–' : changeText(change, 'sui');
            },
          },
        ]}
      />
      {priced < count && (
        <p className="px-3 py-2 text-3">Excludes {counted(count - priced, 'execution')} with unknown cost</p>
      )}
    </Panel>
  );
}
