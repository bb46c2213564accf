'use client';
import { GraphPlaceholder } from '@/components/graph/graph-skeleton';
import { FlowGraphPanel } from '@/components/graph/flow-graph-panel';
import { RunChips } from '@/components/graph/run-chips';
import { useShortcut } from '@/components/shell/use-shortcut';
import { EmptyState } from '@/components/ui/empty-state';
import { Panel } from '@/components/ui/panel';
import { Status } from '@/components/values/status';
import { statusWords } from '@/lib/view/status';
import { RecordFailure } from '@/components/record/record-failure';
import type { ExecutionParts } from './execution-parts';
import { EdgeDetail } from './edge-detail';
import { FailurePanel } from './failure-panel';
import { FailureStrip } from './failure-strip';
import { GapsNote } from './gaps-note';
import { MoneyPanel } from './money-panel';
import { ReplayBar } from './replay-bar';
import { RunDetail } from './run-detail';
import { TimelinePanel } from './timeline-panel';
import { UnreadNote } from './unread-note';
import { usePlaying } from './use-playing';
import type { ReplayView } from './use-replay';
import { MOST_WALKS, WalkChoice } from './walk-choice';

/** States of the walks at this moment, one by one: also those that stand on no vertex any more. */
function Walks({ view }: { view: ReplayView }) {
  return (
    <ul
      className="flex max-h-40 flex-wrap gap-x-4 gap-y-1 overflow-y-auto border-t border-line px-3 py-2"
      tabIndex={view.at.walks.length > MOST_WALKS ? 0 : undefined}
      data-testid="walks"
      aria-label="Walks at this moment"
    >
      <li className="text-3">
        execution{' '}
        <span data-testid="status-at">
          <Status value={view.at.status} />
        </span>
      </li>
      {view.at.walks.map((walk) => (
        <li key={String(walk.walk_index)} data-walk={String(walk.walk_index)} data-walk-state={walk.state}>
          <span className="text-3">walk {String(walk.walk_index)}</span>{' '}
          {walk.state === 'unknown' ? (
            <Status
              value={null}
              of="walk"
              reason="nothing of it was recorded up to this moment, and the record has gaps"
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
      <EmptyState kind="nothing-yet" title="It is not known which DAG was executed">
        {record.error?.message ?? 'The index has no record of this execution.'} Its events name no DAG
        {view !== null && '; they can be replayed below all the same'}.
      </EmptyState>
    </Panel>
  );
}

interface RunProps {
  parts: ExecutionParts;
  view: ReplayView;
}

function Run({ parts, view }: RunProps) {
  const playing = usePlaying(view);
  const { incident, replay } = view;
  const { structure } = parts;
  const alone = view.walk === null ? '' : `, walk ${view.walk} alone`;

  useShortcut('run-play', () => playing.toggle());

  const bar = (
    <>
      <Walks view={view} />
      <ReplayBar view={view} playing={playing} live={replay.over === false} />
    </>
  );
  return (
    <>
      <GapsNote run={view} of="this run" />
      <UnreadNote parts={parts} />
      {incident !== null && <FailurePanel incident={incident} parts={parts} view={view} />}
      {incident === null && <FailureStrip view={view} />}
      {structure.data ? (
        <FlowGraphPanel
          structure={structure.data}
          title="Walks on the graph"
          note={
            <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
              {view.state && <RunChips run={view.state} />}
              <WalkChoice view={view} />
            </span>
          }
          run={view.state}
          subject={`Execution ${replay.run.execution_object_id}, ${statusWords(view.at.status)} at step ${view.at.step} of ${replay.moments.length}${alone}`}
          runOf={(vertex) => <RunDetail vertex={vertex} view={view} />}
          edgeOf={(edge) => <EdgeDetail key={edge.key} edge={edge} view={view} />}
          footer={bar}
        />
      ) : (
        <>
          <Missing parts={parts} view={view} />
          <Panel className="mt-3">{bar}</Panel>
        </>
      )}
      <div className="mt-3 grid grid-cols-1 gap-3 xl:grid-cols-[minmax(0,1fr)_360px]">
        <TimelinePanel view={view} told={parts.history} />
        <MoneyPanel view={view} parts={parts} />
      </div>
    </>
  );
}

/** The run on its graph, in time and in money, all at the same moment. */
export function GraphTab({ parts, view }: { parts: ExecutionParts; view: ReplayView | null }) {
  if (view !== null) return <Run parts={parts} view={view} />;
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
