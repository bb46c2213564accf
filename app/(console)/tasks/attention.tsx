'use client';
// The tabs and chips of the list of tasks: each is a count and a filter.
import { useQuery } from '@tanstack/react-query';
import type { ChangeFilters } from '@/components/data-table/filter-controls';
import { ViewTabs } from '@/components/listing/list-page';
import { usePageUrl } from '@/components/listing/use-url';
import { Toggle } from '@/components/ui/chip';
import { useNowValue } from '@/components/values/now';
import { ResultLegend } from '@/components/values/result-dots';
import { readFilters, withDefaults } from '@/lib/client/filter-url';
import { LOW_ON_RUNS } from '@/lib/contract/stats';
import { groupDigits } from '@/lib/view/amount';
import { tasks } from '@/lib/view/paths';
import { minuteOf, SCHEDULED, taskCountsQuery } from './task-counts';

function useTaskCounts() {
  const minute = useNowValue((now) => (now === null ? '' : minuteOf(now)));
  return { minute, ...useQuery(taskCountsQuery(minute)) };
}

/** Which of the tabs the URL shows. */
export function useTaskTab(): 'scheduled' | 'single' | 'all' {
  const { search } = usePageUrl();
  const { isError } = useTaskCounts();
  const { scheduled } = readFilters('tasks.list', withDefaults('tasks.list', search, SCHEDULED)).query;
  // An index without the counts does not distinguish scheduled tasks from single runs.
  if (isError || scheduled === undefined) return 'all';
  return scheduled === 'true' ? 'scheduled' : 'single';
}

export function TaskTabs() {
  const { data, isError } = useTaskCounts();
  const tab = useTaskTab();
  if (isError) return null;
  return (
    <ViewTabs
      label="Task views"
      views={[
        { title: 'Scheduled', href: tasks(), current: tab === 'scheduled', count: data?.scheduled },
        {
          title: 'Single runs',
          href: tasks({ scheduled: 'false' }),
          current: tab === 'single',
          count: data?.single,
        },
        ...(tab === 'all' ? [{ title: 'All', href: '', current: true }] : []),
      ]}
    >
      <ResultLegend className="ml-auto max-lg:hidden" />
    </ViewTabs>
  );
}

interface ChipsProps {
  filters: Readonly<Record<string, string>>;
  change: ChangeFilters;
}

/** What needs attention among the scheduled tasks. */
export function TaskChips({ filters, change }: ChipsProps) {
  const { data, minute } = useTaskCounts();
  const tab = useTaskTab();
  if (data === undefined || tab !== 'scheduled') return null;
  const chips = [
    { words: 'overdue', count: data.overdue, tone: 'text-warn', set: { due_before: minute } },
    {
      words: 'low on reserve',
      count: data.low_on_reserve,
      tone: 'text-warn',
      set: { status: 'active', max_runs_left: String(LOW_ON_RUNS) },
    },
    {
      words: 'failed recently',
      count: data.failed_recently,
      tone: 'text-fail',
      set: { failed_recently: 'true' },
    },
    { words: 'paused', count: data.paused, tone: 'text-text', set: { status: 'paused' } },
  ];
  return (
    <>
      {chips.map(({ words, count, tone, set }) => {
        // The moment by which an overdue task was due moves on.
        const isOn = Object.entries(set).every(
          ([key, value]) => filters[key] !== undefined && (key === 'due_before' || filters[key] === value),
        );
        const off = Object.fromEntries(
          chips.flatMap((chip) => Object.keys(chip.set).map((key) => [key, undefined])),
        );
        return (
          <Toggle key={words} pressed={isOn} onPressedChange={(on) => change(on ? { ...off, ...set } : off)}>
            <b className={`font-semibold ${count === 0 ? 'text-3' : tone}`}>{groupDigits(count ?? 0)}</b>{' '}
            {words}
          </Toggle>
        );
      })}
    </>
  );
}
