'use client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Download, History } from 'lucide-react';
import dynamic from 'next/dynamic';
import { createParser, parseAsStringLiteral, useQueryState } from 'nuqs';
import { lazy, Suspense, useMemo, useState } from 'react';
import { preloadGraph } from '@/components/graph/canvas-loader';
import { FlowGraphPanel } from '@/components/graph/flow-graph-panel';
import { GraphPlaceholder } from '@/components/graph/graph-skeleton';
import { heatOf, SHADINGS, type ShadingName } from '@/components/graph/heat';
import { ExecutionFigures } from '@/components/record/run-health';
import { LastRuns } from '@/components/record/last-runs';
import { PeriodChoice, usePeriod, usePeriodStats } from '@/components/record/period';
import { RecordFailure, TechnicalDetails, Verdict } from '@/components/record/record-page';
import { ofRuns, rateText } from '@/lib/view/failures';
import { PlainLink, TextLink } from '@/components/ui/plain-link';
import { useSession } from '@/components/shell/session-context';
import { Badge } from '@/components/ui/badge';
import { Button, buttonClass } from '@/components/ui/button';
import { Choice } from '@/components/ui/chip';
import { PanelBoundary } from '@/components/ui/error-panel';
import { PageHeader } from '@/components/ui/page-header';
import { saveText } from '@/components/ui/save-file';
import { RecordCrumb, RecordTitle } from '@/components/record/record-title';
import { LabelButton } from '@/components/labels/label-button';
import { Id } from '@/components/values/id';
import { ApiError, failureOf, isNotProvided } from '@/lib/client/api-error';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import type { DagStructure, Dag } from '@/lib/contract/dags';
import { flowGraph } from '@/lib/dag/flow-graph';
import { elementCount, preflight, type Preflight } from '@/lib/dag/preflight';
import { graphText } from '@/lib/dag/wording';
import { stringifyJson } from '@/lib/json/exact';
import { shortId } from '@/lib/view/ids';
import { compareDags, dags, executions } from '@/lib/view/paths';
import { withinStated } from '@/lib/view/periods';
import { ContractPanel } from './contract-panel';
import { EntryInputs } from './entry-inputs';
import { useContracts } from './use-contract-check';
import { useVertexDurations, durationsByVertex, type VertexDuration } from './use-vertex-durations';
import { Skeleton } from '@/components/ui/skeleton';
import { Fact, Facts } from '@/components/values/facts';
import { Maybe } from '@/components/values/maybe';
import { Time } from '@/components/values/time';
import { counted, groupDigits } from '@/lib/view/amount';
import { buildState } from '@/lib/view/build-state';
import { nullReason } from '@/lib/view/null-reasons';
import { dagReasons } from '@/lib/view/null-reasons/dags';

interface DagFactsProps {
  record: Pick<UseQueryResult<Dag>, 'data' | 'error' | 'isPending'>;
  structure: DagStructure | null;
  counts: Preflight | null;
}

function Counted({ value }: { value: number | undefined }) {
  return value === undefined ? <Skeleton className="h-3 w-10" /> : <>{groupDigits(value)}</>;
}

/** Null is not unknown here: a DAG that isn't finalized has no such time. */
function FinalizedAt({ of }: { of: { finalized_at: string | null } }) {
  if (buildState(of) === 'building') return <span className="text-3">Not yet</span>;
  return <Time at={of.finalized_at} clock="on chain" reason={nullReason(dagReasons, 'finalized_at', of)} />;
}

/** Size and build of the DAG. A record that failed to load is unknown with the cause, never blank. */
function DagTechnical({ record, structure, counts }: DagFactsProps) {
  const { data, error } = record;
  const unread = `the record could not be loaded: ${error?.message ?? 'no answer'}`;
  const wait = <Skeleton className="h-3 w-24" />;
  const finalized = structure ?? data;
  return (
    <TechnicalDetails gist="Creator, times, entry groups, loops">
      <Facts className="my-0! rounded-none! border-0!">
        <Fact label="Creator">
          {record.isPending ? wait : <Id family="address" value={data?.creator ?? null} reason={unread} />}
        </Fact>
        <Fact label="Finalized on chain">
          {finalized === undefined ? wait : <FinalizedAt of={finalized} />}
        </Fact>
        <Fact label="Created on chain">
          {record.isPending ? (
            wait
          ) : (
            <Maybe
              value={data?.onchain_created_at ?? null}
              reason={data ? nullReason(dagReasons, 'onchain_created_at', data) : unread}
            >
              {(at) => <Time at={at} clock="on chain" />}
            </Maybe>
          )}
        </Fact>
        <Fact label="Entry groups">
          <Counted value={structure?.entry_groups.length} />
        </Fact>
        <Fact label="Loops">
          <Counted value={counts?.loops} />
        </Fact>
      </Facts>
    </TechnicalDetails>
  );
}

/** How its runs of the period went, and where most of them failed. */
function DagVerdict({ dag_object_id, figures }: DagVerdictProps) {
  const { current, before, label } = usePeriodStats('stats.executions', { dag_object_id });
  const [group] = current.data?.groups ?? [];
  const [earlier] = before.data?.groups ?? [];
  const worst = figures?.toSorted((a, b) => b.failed - a.failed)[0];
  const rate = group === undefined ? null : rateText(ofRuns(group));
  const rateBefore = earlier === undefined ? null : rateText(ofRuns(earlier));
  // The figures below say where there are none.
  if (current.data === undefined || group === undefined) return null;
  const rows = { dag_object_id, ...withinStated(current.data) };
  return (
    <Verdict>
      <TextLink quiet href={executions(rows)}>
        {counted(group.count, 'run')}
      </TextLink>{' '}
      in the {label}
      {rate !== null && (
        <>
          ,{' '}
          <TextLink quiet href={executions({ ...rows, status: 'failed,aborted' })}>
            {rate} failed
          </TextLink>
          {rateBefore !== null && ` (previously ${rateBefore})`}
        </>
      )}
      {worst !== undefined && worst.failed > 0 && (
        <>
          , most at{' '}
          <TextLink quiet href={executions({ ...rows, failed_vertex: worst.vertex })}>
            {worst.vertex}
          </TextLink>
        </>
      )}
      .
    </Verdict>
  );
}

interface DagVerdictProps {
  dag_object_id: string;
  figures: readonly VertexDuration[] | undefined;
}

preloadGraph();

/** Rarely opened, so loaded on demand. */
const BuildHistory = lazy(async () => ({ default: (await import('./build-history')).BuildHistory }));

/** Below the fold. */
const OutputsPanel = dynamic(async () => (await import('./outputs-panel')).OutputsPanel);
const VertexDurationsPanel = dynamic(
  async () => (await import('./vertex-durations-panel')).VertexDurationsPanel,
);
const UsedBy = dynamic(async () => (await import('./used-by')).UsedBy);

const parseAsIndex = createParser<number>({
  parse: (text) => (/^\d{1,6}$/.test(text) ? Number(text) : null),
  serialize: String,
}).withOptions({ history: 'push' });

const SHADES = [...(Object.keys(SHADINGS) as ShadingName[]), 'off'] as const;
const parseAsShading = parseAsStringLiteral(SHADES).withDefault('median');

/** Announces that the DAG is being built, and its finalization while the page is open. */
function BuildState({ sealed }: { sealed: boolean }) {
  return (
    <p
      role="status"
      data-testid={sealed ? 'sealed-now' : 'snapshot'}
      className={`mb-3.5 rounded-md border bg-surface px-3 py-2 text-2 ${sealed ? 'border-ok' : 'border-line'}`}
    >
      {sealed ? (
        <>
          <span className="font-semibold text-ok">Finalized just now.</span> The structure is final and can be
          executed.
        </>
      ) : (
        <>
          <span className="font-semibold text-warn">Being built.</span> The DAG cannot be executed yet. The
          graph updates as elements are added.
        </>
      )}
    </p>
  );
}

const NOUN = { singular: 'DAG', plural: 'DAGs' };

/** One DAG. A separate component, so that React yields to the browser between page code and rendering. */
export function DagView({ dag_object_id }: { dag_object_id: string }) {
  return <Dag dag_object_id={dag_object_id} />;
}

function Dag({ dag_object_id }: { dag_object_id: string }) {
  const { scopes } = useSession();
  const { period } = usePeriod();
  const record = useQuery(endpointQuery('dags.get', { dag_object_id }));
  const structure = useQuery(endpointQuery('dags.structure', { dag_object_id }));
  const graph = useMemo(() => (structure.data ? flowGraph(structure.data) : null), [structure.data]);
  const counts = useMemo(() => graph && preflight(graph), [graph]);
  const contracts = useContracts(structure.data);
  const stats = useVertexDurations(dag_object_id);
  const figures = useMemo(
    () => stats.data && durationsByVertex(stats.data, dag_object_id),
    [stats.data, dag_object_id],
  );
  const [shading, setShading] = useQueryState('shade', parseAsShading);
  const heat = useMemo(
    () => heatOf(figures ?? [], shading === 'off' ? 'median' : shading),
    [figures, shading],
  );
  const sealed = (structure.data ?? record.data)?.finalized_at;
  /** Number of building events shown; null shows the current state. */
  const [built, setBuilt] = useQueryState('built', parseAsIndex);
  // A visitor who saw the DAG unfinished also sees it finalized.
  const [sawOpen, setSawOpen] = useState(false);
  if (sealed === null && !sawOpen) setSawOpen(true);
  const missing = [record.error, structure.error].some(
    (error) => error instanceof ApiError && error.status === 404,
  );

  return (
    <>
      <PageHeader
        crumb={
          <RecordCrumb
            list={<PlainLink href={dags()}>DAGs</PlainLink>}
            target={{ type: 'dag', ref: dag_object_id }}
          />
        }
        title={<RecordTitle noun="DAG" family="dag" id={dag_object_id} />}
        note={
          <>
            {counts !== null && (
              <span>
                {counted(counts.vertices, 'vertex', 'vertices')}, {counted(counts.edges, 'edge')}
              </span>
            )}
            {sealed !== undefined && (
              <Badge tone={sealed === null ? 'warn' : 'ok'}>
                {sealed === null ? 'being built' : 'finalized'}
              </Badge>
            )}
            <LabelButton />
          </>
        }
        actions={
          structure.data && (
            <>
              <PeriodChoice period={period} />
              <PlainLink className={buttonClass()} href={compareDags({ left: dag_object_id })}>
                Compare
              </PlainLink>
              <StructureExport structure={structure.data} />
            </>
          )
        }
      />
      {missing ? (
        <RecordFailure
          error={record.error ?? structure.error}
          noun={NOUN}
          onRetry={() => void structure.refetch()}
        />
      ) : (
        <>
          <DagVerdict dag_object_id={dag_object_id} figures={figures} />
          <ExecutionFigures about={{ dag_object_id }} />
          {sawOpen && structure.data && <BuildState sealed={structure.data.finalized_at !== null} />}
          {structure.isPending && <GraphPlaceholder />}
          {structure.error && !structure.data && (
            <RecordFailure
              error={structure.error}
              noun={{ singular: 'structure', plural: 'structure' }}
              onRetry={() => void structure.refetch()}
            />
          )}
          {structure.data && (
            <>
              {built === null ? (
                <FlowGraphPanel
                  structure={structure.data}
                  title="Flow graph"
                  note={
                    sawOpen && graph ? (
                      <span className="inline-flex flex-wrap items-center gap-x-3">
                        {graphText(graph)}
                        <Badge tone={sealed === null ? 'warn' : 'ok'}>
                          {sealed === null ? 'snapshot' : 'finalized just now'}
                        </Badge>
                      </span>
                    ) : undefined
                  }
                  findings={contracts.findings}
                  heat={shading === 'off' ? null : heat}
                  footer={
                    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-t border-line px-3 py-1.5">
                      <Button size="small" onClick={() => void setBuilt(elementCount(structure.data) + 2)}>
                        <History size={13} aria-hidden />
                        Build history
                      </Button>
                      {heat.size > 0 && (
                        <span className="ml-auto flex flex-wrap items-center gap-x-3 text-2">
                          Shading, {stats.period}
                          <Choice
                            label="Shading"
                            value={shading}
                            options={SHADES.map((value) => ({
                              value,
                              label: value === 'off' ? 'Off' : SHADINGS[value].label,
                            }))}
                            onChange={(next) => void setShading(next)}
                          />
                        </span>
                      )}
                    </div>
                  }
                />
              ) : (
                // Only around this part: React shows the content of a boundary 300 ms late.
                <Suspense fallback={<GraphPlaceholder />}>
                  <BuildHistory
                    structure={structure.data}
                    record={record.data ?? null}
                    step={built}
                    onStep={(step) => void setBuilt(step, { history: 'replace', throttleMs: 200 })}
                    onClose={() => void setBuilt(null)}
                  />
                </Suspense>
              )}
              <PanelBoundary name="executions of this DAG">
                <LastRuns
                  title="Last runs"
                  about={{ dag_object_id }}
                  none="This DAG has not run yet"
                  className="mt-3.5"
                />
              </PanelBoundary>
              {graph && scopes.includes('executions:read') && !isNotProvided(failureOf(stats.error)) && (
                <PanelBoundary name="durations by vertex">
                  <VertexDurationsPanel dag_object_id={dag_object_id} graph={graph} stats={stats} />
                </PanelBoundary>
              )}
              <EntryInputs structure={structure.data} toolKnowledge={contracts.toolKnowledge} />
              {graph && (
                <PanelBoundary name="outputs and loops">
                  <OutputsPanel graph={graph} contracts={contracts} />
                </PanelBoundary>
              )}
              {scopes.includes('agents:read') && (
                <PanelBoundary name="skills of this DAG">
                  <UsedBy dag_object_id={dag_object_id} />
                </PanelBoundary>
              )}
              <ContractPanel check={contracts} />
            </>
          )}
          <DagTechnical record={record} structure={structure.data ?? null} counts={counts} />
        </>
      )}
    </>
  );
}

/** Exports the structure with exact integers. */
function StructureExport({ structure }: { structure: DagStructure }) {
  const name = `dag-${shortId(structure.object_id).replace('…', '-')}.json`;
  return (
    <Button onClick={() => saveText(name, `${stringifyJson(structure, 2)}\n`)}>
      <Download size={14} aria-hidden />
      Export JSON
    </Button>
  );
}
