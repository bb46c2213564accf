'use client';
import { parseAsString, useQueryState } from 'nuqs';
import { useMemo, useState } from 'react';
import type { RunHistory } from '@/lib/client/queries/run-history';
import { type Bar, timelineOf } from '@/lib/dag/replay/timeline';
import { useGraphAddress } from '@/components/graph/graph-address';
import { Timeline } from '@/components/timeline/timeline';
import { TimelineTable } from '@/components/timeline/timeline-table';
import { Choice } from '@/components/ui/chip';
import { EmptyState } from '@/components/ui/empty-state';
import { Panel } from '@/components/ui/panel';
import { counted } from '@/lib/view/amount';
import type { Part } from './use-execution';
import { useRun } from './run-context';
import type { ReplayView } from './use-replay';

const SPAN = /^(\d{1,13})-(\d{1,13})$/;

function clockNote(
  { clock, known, transactions, awaited }: ReplayView['clock'],
  source: Part<RunHistory>,
): string {
  if (clock === 'on chain') {
    const newest = awaited === 0 ? '' : `; loading it for ${counted(awaited, 'new transaction')}`;
    return `Chain time${newest}`;
  }
  if (source.error !== null) return 'Index time: the event history could not be loaded';
  if (source.isPending) return 'Index time while the event history loads';
  return `Index time: chain time known for ${known} of ${transactions} transactions`;
}

/** The run over time; its selection is shared with the graph. */
export function TimelinePanel() {
  const { parts, view } = useRun();
  const { replay, clock, history, at, walk } = view;
  const [graph, go] = useGraphAddress();
  const [window, setWindow] = useQueryState('window', parseAsString.withOptions({ history: 'replace' }));
  const [display, setDisplay] = useState<'bars' | 'table'>('bars');
  const rows = useMemo(() => timelineOf(replay, clock, history), [replay, clock, history]);
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
      note={<span data-testid="timeline-clock">{clockNote(clock, parts.history)}</span>}
      actions={
        <Choice
          label="Timeline view"
          value={display}
          options={[
            { value: 'bars', label: 'Bars' },
            { value: 'table', label: 'Table' },
          ]}
          onChange={setDisplay}
        />
      }
    >
      {rows.length === 0 && <EmptyState kind="nothing-yet" title="No vertex visits recorded" />}
      {rows.length > 0 && display === 'table' && (
        <TimelineTable rows={shown} from={begin} onBar={onBar} onMoment={onMoment} />
      )}
      {rows.length > 0 && display === 'bars' && (
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
