'use client';
import { parseAsString, useQueryState } from 'nuqs';
import { useMemo, useState } from 'react';
import { replayAt } from '@/lib/dag/replay/replay';
import { timelineOf } from '@/lib/dag/replay/timeline';
import { useGraphAddress } from '@/components/graph/graph-address';
import { Timeline } from '@/components/timeline/timeline';
import { TimelineTable } from '@/components/timeline/timeline-table';
import { Choice } from '@/components/ui/chip';
import { EmptyState } from '@/components/ui/empty-state';
import { Panel } from '@/components/ui/panel';
import type { ReplayView } from './use-replay';

const SPAN = /^(\d{1,13})-(\d{1,13})$/;

function clockNote({ clock, known, transactions }: ReplayView['clock'], reading: boolean): string {
  if (clock === 'on chain') return 'chain time, joined from the event history by transaction';
  if (reading) return 'index time, until the event history has been read';
  return `index time: chain time is known for ${known} of ${transactions} transactions only`;
}

/** The run in time, linked with the graph: choosing here chooses there, and the other way round. */
export function TimelinePanel({ view, reading }: { view: ReplayView; reading: boolean }) {
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
  return (
    <Panel
      title="Timeline"
      note={<span data-testid="timeline-clock">{clockNote(clock, reading)}</span>}
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
        <TimelineTable rows={shown} from={begin} />
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
          onBar={({ visit }) => {
            go({ vertex: visit.vertex });
            view.goTo(visit.begun + 1);
          }}
          onMoment={(place) => view.goTo(place + 1)}
        />
      )}
    </Panel>
  );
}
