'use client';
import { parseAsString, useQueryState } from 'nuqs';
import { useMemo, useState } from 'react';
import type { RunHistory } from '@/lib/client/queries/run-history';
import { replayAt } from '@/lib/dag/replay/replay';
import { timelineOf, type Bar } from '@/lib/dag/replay/timeline';
import { useGraphAddress } from '@/components/graph/graph-address';
import { Timeline } from '@/components/timeline/timeline';
import { TimelineTable } from '@/components/timeline/timeline-table';
import { Choice } from '@/components/ui/chip';
import { EmptyState } from '@/components/ui/empty-state';
import { Panel } from '@/components/ui/panel';
import { counted } from '@/lib/view/counted';
import type { Part } from './execution-parts';
import type { ReplayView } from './use-replay';

const SPAN = /^(\d{1,13})-(\d{1,13})$/;

function clockNote(
  { clock, known, transactions, awaited }: ReplayView['clock'],
  told: Part<RunHistory>,
): string {
  if (clock === 'on chain') {
    const newest = awaited === 0 ? '' : `; of the newest ${counted(awaited, 'transaction')} it is being read`;
    return `chain time, joined from the event history by transaction${newest}`;
  }
  if (told.error !== null) return 'index time: the event history could not be read';
  if (told.isPending) return 'index time, until the event history has been read';
  return `index time: chain time is known for ${known} of ${transactions} transactions only`;
}

/** The run in time, linked with the graph: choosing here chooses there, and the other way round. */
export function TimelinePanel({ view, told }: { view: ReplayView; told: Part<RunHistory> }) {
  const { replay, clock, history, at, walk } = view;
  const [graph, go] = useGraphAddress();
  const [window, setWindow] = useQueryState('window', parseAsString.withOptions({ history: 'replace' }));
  const [form, setForm] = useState<'bars' | 'table'>('bars');
  const rows = useMemo(
    () => timelineOf(replay, replayAt(replay, replay.moments.length), clock, history),
    [replay, clock, history],
  );
  const shown = walk === null ? rows : rows.filter(({ walk_index }) => walk_index === walk);
  const [, from, to] = SPAN.exec(window ?? '') ?? [];
  const span = useMemo(
    () => (from === undefined || to === undefined ? null : { from: Number(from), to: Number(to) }),
    [from, to],
  );
  const begin = clock.times[0] ?? 0;
  const onBar = ({ visit }: Bar) => {
    go({ vertex: visit.vertex });
    view.goTo(visit.begun + 1);
  };
  const onMoment = (place: number) => view.goTo(place + 1);
  return (
    <Panel
      title="Timeline"
      note={<span data-testid="timeline-clock">{clockNote(clock, told)}</span>}
      actions={
        <Choice
          label="How the timeline is shown"
          value={form}
          options={[
            { value: 'bars', label: 'bars' },
            { value: 'table', label: 'table' },
          ]}
          onChange={setForm}
        />
      }
    >
      {rows.length === 0 ? (
        <EmptyState kind="nothing-yet" title="No visit of a vertex was recorded" />
      ) : form === 'table' ? (
        <TimelineTable rows={shown} from={begin} onBar={onBar} onMoment={onMoment} />
      ) : (
        <Timeline
          rows={shown}
          times={clock.times}
          clock={clock.clock}
          now={at.step === 0 ? begin : (clock.times[at.step - 1] ?? begin)}
          step={at.step}
          selected={graph.vertex}
          span={span}
          onSpan={(next) => void setWindow(next === null ? null : `${next.from}-${next.to}`)}
          onBar={onBar}
          onMoment={onMoment}
        />
      )}
    </Panel>
  );
}
