'use client';
import { GraphPlaceholder } from '@/components/graph/graph-skeleton';
import { FlowGraphPanel } from '@/components/graph/flow-graph-panel';
import { EmptyState } from '@/components/ui/empty-state';
import { Panel } from '@/components/ui/panel';
import { Status } from '@/components/values/status';
import { statusWords } from '@/lib/view/status';
import { RunChips } from '@/components/graph/appearance';
import { PanelBoundary } from '@/components/ui/error-panel';
import { RecordFailure } from '@/components/record/record-page';
import { ChoiceOrList, Choice } from '@/components/ui/chip';
import type { ExecutionParts, Part } from './use-execution';
import { EdgeDetail } from './recorded-values';
import { FailurePanel } from './failure-panel';
import { GapsNote, UnreadNote } from './incomplete-notes';
import { MoneyPanel } from './money-panel';
import { ReplayBar } from './replay-bar';
import { useRun } from './run-context';
import { RunDetail } from './vertex-run';
import type { ReplayView } from './use-replay';
import { NO_END_KNOWN } from './execution-facts';
import { parseAsString, useQueryState } from 'nuqs';
import { useDeferredValue, useMemo, useState } from 'react';
import { AfterOpening } from '@/components/ui/tabs';
import type { RunHistory } from '@/lib/client/queries/run-history';
import { type Bar, timelineOf } from '@/lib/dag/replay/timeline';
import { useGraphAddress } from '@/components/graph/graph-address';
import { Timeline } from '@/components/timeline/timeline';
import { TimelineTable } from '@/components/timeline/timeline-table';
import { counted } from '@/lib/view/amount';

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
function TimelinePanel() {
  const { parts, view } = useRun();
  const { replay, clock, history, at, walk } = view;
  const [graph, go] = useGraphAddress();
  const [window, setWindow] = useQueryState('window', parseAsString.withOptions({ history: 'replace' }));
  const [selectedDisplay, setDisplay] = useState<'bars' | 'table'>('bars');
  // Marked as chosen first; the table takes a task of its own.
  const display = useDeferredValue(selectedDisplay);
  const rows = useMemo(() => timelineOf(replay, clock, history), [replay, clock, history]);
  const walkRows = walk === null ? rows : rows.filter(({ walk_index }) => walk_index === walk);
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
          value={selectedDisplay}
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
        <TimelineTable rows={walkRows} from={begin} onBar={onBar} onMoment={onMoment} />
      )}
      {rows.length > 0 && display === 'bars' && (
        <Timeline
          rows={walkRows}
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

/** The state of each walk at this step, including those no longer in the graph. */
function Walks() {
  const { view } = useRun();
  return (
    <ul
      className="flex max-h-40 flex-wrap gap-x-4 gap-y-1 overflow-y-auto border-t border-line px-3 py-2"
      tabIndex={view.at.walks.length > MOST_WALKS ? 0 : undefined}
      data-testid="walks"
      aria-label="Walks at this step"
    >
      <li className="text-3">
        execution{' '}
        <span data-testid="status-at">
          <Status value={view.at.status} reason={NO_END_KNOWN} />
        </span>
      </li>
      {view.at.walks.map((walk) => (
        <li key={String(walk.walk_index)} data-walk={String(walk.walk_index)} data-walk-state={walk.state}>
          <span className="text-3">walk {String(walk.walk_index)}</span>{' '}
          {walk.state === 'unknown' ? (
            <Status
              value={null}
              of="walk"
              reason="nothing recorded up to this step, and the record is incomplete"
            />
          ) : (
            <Status value={walk.state} of="walk" />
          )}
        </li>
      ))}
    </ul>
  );
}

function Missing({ parts, view }: { parts: ExecutionParts; view: ReplayView | null }) {
  const { structure, execution, noRecord, seeking } = parts;
  if (structure.error)
    return (
      <Panel>
        <RecordFailure
          error={structure.error}
          noun={{ singular: 'DAG', plural: 'DAG of this execution' }}
          onRetry={() => void structure.refetch()}
        />
      </Panel>
    );
  if (seeking || execution) return <GraphPlaceholder />;
  return (
    <Panel>
      <EmptyState kind={parts.events.error === null ? 'nothing-yet' : 'failed'} title="DAG unknown">
        Unknown: {noRecord}. {view !== null && 'Its events do not name the DAG, but can be replayed below.'}
      </EmptyState>
    </Panel>
  );
}

function Run() {
  const { parts, view } = useRun();
  const { incident, replay } = view;
  const { structure } = parts;
  const only = view.walk === null ? '' : `, walk ${view.walk} only`;
  const bar = (
    <>
      <Walks />
      <ReplayBar />
    </>
  );
  return (
    <>
      <GapsNote run={view} name="this execution" />
      <UnreadNote />
      {incident !== null && <FailurePanel incident={incident} />}
      {structure.data ? (
        <FlowGraphPanel
          structure={structure.data}
          title="Vertices"
          note={
            <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
              {view.state && <RunChips run={view.state} />}
              <WalkChoice />
            </span>
          }
          run={view.state}
          failed={incident?.vertex ?? null}
          subject={`Execution ${replay.run.execution_object_id}, ${view.at.status === null ? 'status unknown' : statusWords(view.at.status)} at step ${view.at.step} of ${replay.moments.length}${only}`}
          runOf={(vertex) => <RunDetail vertex={vertex} />}
          edgeOf={(edge) => <EdgeDetail key={edge.key} edge={edge} />}
          footer={bar}
        />
      ) : (
        <>
          <Missing parts={parts} view={view} />
          <Panel className="mt-3">{bar}</Panel>
        </>
      )}
      <AfterOpening>
        <div className="mt-3 grid grid-cols-1 gap-3 xl:grid-cols-[minmax(0,1fr)_360px]">
          <PanelBoundary name="The timeline">
            <TimelinePanel />
          </PanelBoundary>
          <PanelBoundary name="The payment">
            <MoneyPanel />
          </PanelBoundary>
        </div>
      </AfterOpening>
    </>
  );
}

/** The run on its graph, over time and in costs, all at the same step. */
export function GraphTab({ parts, view }: { parts: ExecutionParts; view: ReplayView | null }) {
  if (view !== null) return <Run />;
  if (parts.events.error && parts.structure.data)
    return (
      <>
        <Panel className="mb-3">
          <RecordFailure
            error={parts.events.error}
            noun={{ singular: 'events', plural: 'events of this execution' }}
            onRetry={() => void parts.events.refetch()}
          />
        </Panel>
        <FlowGraphPanel structure={parts.structure.data} title="The DAG of this execution" />
      </>
    );
  return <Missing parts={parts} view={null} />;
}

const ALL = 'all';
/** Beyond this a select replaces the row of numbers. */
const MOST_WALKS = 24;

function WalkChoice() {
  const { view } = useRun();
  const { walks } = view.at;
  if (walks.length < 2) return null;
  const asList = walks.length > MOST_WALKS;
  const choice = (
    <ChoiceOrList
      label="Walk"
      value={view.walk === null ? ALL : String(view.walk)}
      options={[
        { value: ALL, label: ALL, words: `all ${walks.length} walks` },
        ...walks.map(({ walk_index }) => {
          const index = String(walk_index);
          return { value: index, label: index, words: `walk ${index}` };
        }),
      ]}
      asList={asList}
      onChange={(value) => view.setWalk(value === ALL ? null : BigInt(value))}
    />
  );
  if (asList) return choice;
  return (
    <span className="flex items-center gap-1.5">
      <span className="text-3">walk</span>
      {choice}
    </span>
  );
}
