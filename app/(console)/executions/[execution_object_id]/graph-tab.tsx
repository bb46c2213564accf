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
import { ChoiceOrList } from '@/components/ui/chip';
import type { ExecutionParts } from './use-execution';
import { EdgeDetail } from './values';
import { FailurePanel, FailureStrip } from './failure-panel';
import { GapsNote, UnreadNote } from './notes';
import { MoneyPanel } from './money-panel';
import { ReplayBar } from './replay-bar';
import { useRun } from './run-context';
import { RunDetail } from './vertex-run';
import { TimelinePanel } from './timeline-panel';
import type { ReplayView } from './use-replay';
import { NO_END_KNOWN } from './execution-facts';

/** The state of each walk at this step, including those that have left the graph. */
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
  const { structure, execution, record, seeking } = parts;
  if (structure.error)
    return (
      <Panel>
        <RecordFailure
          error={structure.error}
          noun={{ one: 'DAG', many: 'DAG of this execution' }}
          onRetry={() => void structure.refetch()}
        />
      </Panel>
    );
  if (seeking || execution) return <GraphPlaceholder />;
  return (
    <Panel>
      <EmptyState kind="nothing-yet" title="DAG unknown">
        {record.error?.message ?? 'The index has no record of this execution.'} Its events do not name the DAG
        {view !== null && ', but can be replayed below'}.
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
      {incident === null ? <FailureStrip /> : <FailurePanel incident={incident} />}
      {structure.data ? (
        <FlowGraphPanel
          structure={structure.data}
          title="Walks on the graph"
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
      <div className="mt-3 grid grid-cols-1 gap-3 xl:grid-cols-[minmax(0,1fr)_360px]">
        <PanelBoundary name="The timeline">
          <TimelinePanel />
        </PanelBoundary>
        <PanelBoundary name="The payment">
          <MoneyPanel />
        </PanelBoundary>
      </div>
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
            noun={{ one: 'events', many: 'events of this execution' }}
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
