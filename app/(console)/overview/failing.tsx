'use client';
import type { ReactNode } from 'react';
import { PlainLink, TextLink } from '@/components/ui/plain-link';
import { Panel } from '@/components/ui/panel';
import { Fqn } from '@/components/values/fqn';
import { Id } from '@/components/values/id';
import { type RowsColumn, RowsTable } from '@/components/values/table';
import { groupDigits } from '@/lib/view/amount';
import { type Failing, type Rate, rateText, shareOf } from '@/lib/view/failures';
import { repeated } from '@/lib/view/names';
import { analyze, executions, type Query, skill, skillOf, tool } from '@/lib/view/paths';
import type { OverviewPeriod } from './overview-queries';

const SHOWN = 5;

/** A rate on the scale of the page, with a tick at the rate before. */
function RateBar({ row, scale }: { row: Failing; scale: number }) {
  const at = (rate: Rate) => `${(100 * shareOf(rate)) / scale}%`;
  return (
    <span aria-hidden className="relative block h-2 w-14 rounded-xs bg-surface-3">
      <span
        className={`absolute inset-y-0 left-0 rounded-xs ${row.standsOut ? 'bg-fail' : 'bg-text-3'}`}
        style={{ width: at(row.now) }}
      />
      {row.before !== null && (
        <span className="absolute -inset-y-[3px] w-px bg-text-2" style={{ left: at(row.before) }} />
      )}
    </span>
  );
}

interface KindOfFailing {
  title: string;
  head: string;
  /** What failed: "calls". */
  of: string;
  none: string;
  /** `isShared`: others of the table have the same name. */
  name: (row: Failing, isShared: boolean) => ReactNode;
  /** Of the rows of a skill or tool, on the Analyze page. */
  analyze: Query;
  filters: (key: string) => Query;
  /** Those of the executions that failed for a reason. */
  rows: (row: Failing) => string;
}

/** `bounds`: of the list of executions. */
const kinds = (bounds: Query) =>
  ({
    tools: {
      title: 'Failing tools',
      head: 'Tool',
      of: 'calls',
      none: 'No failed tool calls',
      name: ({ key }) => <Fqn value={key} />,
      analyze: { measure: 'failed_calls', by: 'tool' },
      filters: (tool_fqn) => ({ tool_fqn }),
      // Recovered failures are on the tool's page only.
      rows: ({ key, reason }) =>
        reason !== null && reason.ended > 0
          ? executions({ ...bounds, failed_tool_fqn: key, failure_reason: reason.text })
          : tool(key),
    },
    skills: {
      title: 'Failing skills',
      head: 'Skill',
      of: 'runs',
      none: 'No failed skill executions',
      name: ({ key, title }, isShared) => {
        const { agent_object_id, skill_id } = skillOf(key);
        const words = title ?? `skill ${skill_id}`;
        return (
          <span className="flex gap-2">
            <PlainLink
              href={skill(agent_object_id, skill_id)}
              data-tip={words}
              className="hover:text-accent hover:underline @3xl:line-clamp-2 @3xl:whitespace-normal"
            >
              {words}
            </PlainLink>
            {isShared && <Id family="agent" value={agent_object_id} bare className="text-3" />}
          </span>
        );
      },
      analyze: { measure: 'failure_rate', by: 'skill' },
      filters: skillOf,
      rows: ({ key, reason }) => executions({ ...bounds, ...skillOf(key), failure_reason: reason?.text }),
    },
  }) satisfies Record<string, KindOfFailing>;

interface FailingPanelProps {
  kind: 'tools' | 'skills';
  rows: readonly Failing[];
  /** How many were called. */
  all: number;
  /** The rate at the end of a bar. */
  scale: number;
  period: OverviewPeriod;
  bounds: Query;
}

/** Tools or skills by how often they fail, beside the period before, and why. */
export function FailingPanel({ kind, rows, all, scale, period, bounds }: FailingPanelProps) {
  const its: KindOfFailing = kinds(bounds)[kind];
  const visibleRows = rows.slice(0, SHOWN);
  const shared = repeated(visibleRows.flatMap(({ title }) => title ?? []));
  const rate = (row: Failing, of: Rate | null) => (of === null ? null : (rateText(of) ?? `no ${its.of}`));
  const reason = (row: Failing) => {
    if (row.reason === null) return <span className="text-3">not recorded</span>;
    return (
      <span className="flex max-w-full items-start gap-2">
        <TextLink quiet href={its.rows(row)} className="line-clamp-2 whitespace-normal">
          {row.reason.text}
        </TextLink>
        <span className="ml-auto text-3">{groupDigits(row.reason.failed)}</span>
      </span>
    );
  };
  const columns: RowsColumn<Failing>[] = [
    {
      head: its.head,
      headClass: '@max-3xl:w-full @3xl:w-60',
      className: '@max-3xl:max-w-0 @max-3xl:whitespace-normal',
      cell: (row) => (
        <>
          {its.name(row, shared.has(row.title))}
          <span className="block text-2 @3xl:hidden">{reason(row)}</span>
        </>
      ),
    },
    {
      head: 'Rate',
      numeric: true,
      headClass: '@3xl:w-20',
      cell: (row) => (
        <TextLink
          quiet
          href={analyze({ ...its.analyze, and: 'hour', ...its.filters(row.key), period })}
          className={row.standsOut ? 'text-fail' : ''}
        >
          {rate(row, row.now)}
        </TextLink>
      ),
    },
    {
      head: 'Previous',
      numeric: true,
      headClass: '@max-xl:hidden @3xl:w-20',
      className: 'text-3 @max-xl:hidden',
      cell: (row) => rate(row, row.before),
    },
    {
      head: '',
      headClass: '@max-3xl:hidden @3xl:w-20',
      className: '@max-3xl:hidden',
      cell: (row) => <RateBar row={row} scale={scale} />,
    },
    {
      head: `Failed / ${its.of}`,
      numeric: true,
      headClass: '@3xl:w-28',
      cell: ({ now }) => `${groupDigits(now.failed)} / ${groupDigits(now.ended)}`,
    },
    {
      head: 'Top reason',
      headClass: '@max-3xl:hidden',
      className: '@max-3xl:hidden',
      cell: reason,
    },
  ];
  return (
    <Panel
      className="@container"
      title={its.title}
      note={
        rows.length > 0
          ? `${groupDigits(rows.length)} failing of ${groupDigits(all)} with ${its.of}`
          : undefined
      }
      actions={<TextLink href={analyze({ ...its.analyze, and: 'none', period })}>Analyze</TextLink>}
    >
      {rows.length === 0 ? (
        <p className="px-3 py-2 text-2">{its.none}</p>
      ) : (
        <RowsTable
          label={its.title}
          className="@3xl:table-fixed"
          rows={visibleRows}
          rowKey={({ key }) => key}
          attributes={({ key }) => ({ 'data-row': key })}
          columns={columns}
        />
      )}
    </Panel>
  );
}
