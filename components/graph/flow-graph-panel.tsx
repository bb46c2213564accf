'use client';
import { Fragment, useDeferredValue, useMemo, type ReactNode } from 'react';
import { repeatedVertices } from '@/lib/dag/counts';
import { unreadableElements, type DagStructure } from '@/lib/contract/dags';
import { flowGraph, type FlowGraph, type GraphEdge } from '@/lib/dag/flow-graph';
import { foldedRun } from '@/lib/dag/fold';
import { preflight } from '@/lib/dag/preflight';
import { groupBy } from '@/lib/dag/traverse';
import type { RunState } from '@/lib/dag/run-state';
import { graphText } from '@/lib/dag/wording';
import { groupDigits, counted } from '@/lib/view/amount';
import type { Finding } from '@/lib/dag/contract-check/rules';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Panel } from '@/components/ui/panel';
import { usePreferences } from '@/components/values/preferences';
import { PanelBoundary } from '@/components/ui/error-panel';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import { NARROW, useMedia } from '@/components/ui/use-media';
import { Drawing } from './drawing';
import { EdgeInspector, Inspector } from './inspector';
import { useGraphAddress, type GraphViewMode, useShownGraph, useVertexSelection } from './graph-address';
import { GraphActions } from './toolbar';
import type { GraphMarks } from './graph-context';
import type { VertexHeat } from './heat';
import { Legend } from './legend';
import { GraphTable } from './graph-table';

interface FlowGraphPanelProps {
  structure: DagStructure;
  title: string;
  note?: ReactNode;
  run?: RunState | null;
  /** The vertex of the failure that is looked at. */
  failed?: string | null;
  runOf?: (vertex: string) => ReactNode;
  /** The run of an edge, for the inspector; without it edges cannot be selected. */
  edgeOf?: (edge: GraphEdge) => ReactNode;
  subject?: string | undefined;
  footer?: ReactNode;
  findings?: readonly Finding[];
  /** The change of each part, where two graphs are shown as one. */
  marks?: GraphMarks | null;
  heat?: ReadonlyMap<string, VertexHeat> | null;
}

const NO_FINDINGS: readonly Finding[] = [];
const MAX_NAMED = 5;

/** What the drawing leaves out or adds, by name. */
function NotDrawn({ names, text }: { names: readonly string[]; text: string }) {
  if (names.length === 0) return null;
  return (
    <p role="note" className="border-b border-line px-3 py-1.5 wrap-anywhere text-warn">
      {text}:{' '}
      {names.slice(0, MAX_NAMED).map((name, index) => (
        <Fragment key={name}>
          {index > 0 && ', '}
          {name}
        </Fragment>
      ))}
      {names.length > MAX_NAMED && '…'}
    </p>
  );
}

/** How much of a graph is drawn. */
function drawnText({ vertices }: FlowGraph, whole: FlowGraph): string {
  const folds = vertices.flatMap(({ members }) => members ?? []).length;
  const of = counted(whole.vertices.length, 'vertex', 'vertices');
  const unfolded = vertices.filter(({ members }) => !members).length;
  const rest = folds === 0 ? '' : `, ${groupDigits(folds)} folded into ${vertices.length - unfolded}`;
  return `Showing ${groupDigits(unfolded)} of ${of}${rest}.`;
}

/** A DAG as drawing and tables with a shared selection, and the inspector of the selected element. */
export function FlowGraphPanel({
  structure,
  title,
  note,
  run = null,
  failed = null,
  runOf,
  edgeOf,
  subject,
  footer,
  findings = NO_FINDINGS,
  marks = null,
  heat = null,
}: FlowGraphPanelProps) {
  const [address, go] = useGraphAddress();
  const { onSelect: select } = useVertexSelection();
  const narrow = useMedia(NARROW);
  const { graphs } = usePreferences();
  const heading = address.heading ?? graphs;
  const graph = useMemo(() => flowGraph(structure), [structure]);
  const visiblePart = useShownGraph(graph, address);
  const shownRun = useMemo(() => run && foldedRun(visiblePart.graph, run), [visiblePart.graph, run]);
  const cost = useMemo(() => preflight(visiblePart.graph), [visiblePart.graph]);
  const findingsByVertex = useMemo(() => groupBy(findings, ({ vertex }) => vertex), [findings]);
  const unreadable = unreadableElements(structure);
  const missing = graph.vertices.flatMap(({ name, ghost }) => (ghost === 'missing' ? [name] : []));
  const view: GraphViewMode = address.view ?? (narrow ? 'table' : 'graph');
  const vertex =
    [...graph.vertices, ...visiblePart.graph.vertices].find(({ name }) => name === address.vertex) ?? null;
  /** The drawn vertex of this name; a folded vertex represents its members. */
  const drawnAs = (requested: string | null) =>
    visiblePart.graph.vertices.find(
      ({ name, members }) => requested !== null && (name === requested || members?.includes(requested)),
    )?.name ?? null;
  const group = graph.entry_groups.find((name) => name === address.group) ?? null;
  const edge = (edgeOf && graph.edges.find(({ key }) => key === address.edge)) ?? null;
  const edgeKey = edge?.key ?? null;
  // Beside a large drawing it takes a task of its own, after the one that shows the selection.
  const inspected = { vertex: useDeferredValue(vertex), edge: useDeferredValue(edge) };
  const isInspecting = inspected.vertex !== null || inspected.edge !== null;
  const overlay = {
    selected: drawnAs(vertex?.name ?? null),
    edge: edgeKey,
    group,
    run: shownRun,
    failed: drawnAs(failed),
    findings: findingsByVertex,
    marks,
    heat,
  };
  const onEdge = edgeOf ? (key: string | null) => go({ vertex: null, around: null, edge: key }) : null;

  return (
    <Panel
      title={title}
      note={note ?? graphText(graph)}
      actions={
        <GraphActions
          graph={graph}
          address={address}
          go={go}
          heading={heading}
          isDrawn={view === 'graph'}
          group={group}
          vertex={vertex?.name ?? null}
          onSelect={select}
        />
      }
      data-testid="graph-panel"
    >
      <NotDrawn
        names={unreadable}
        text={`${counted(unreadable.length, 'element')} could not be read and ${unreadable.length === 1 ? 'is' : 'are'} not shown`}
      />
      <NotDrawn
        names={repeatedVertices(structure)}
        text="Added more than once; only the first vertex of the name is shown"
      />
      <NotDrawn
        names={missing}
        text="Used by an edge, entry or output, but never added as a vertex; shown and counted as missing"
      />
      <PanelBoundary name="The graph" resetKey={structure.object_id}>
        <Tabs value={view} onValueChange={(next) => go({ view: next as GraphViewMode })}>
          <TabList aria-label="View" className="mb-0! px-3">
            <Tab value="graph">Graph</Tab>
            <Tab value="table">Table</Tab>
          </TabList>
          <div
            className={classNames('grid grid-cols-1', isInspecting && 'lg:grid-cols-[minmax(0,1fr)_320px]')}
          >
            <div className="min-w-0">
              <TabPanel value="graph">
                <div className="relative isolate h-[clamp(340px,60vh,760px)]">
                  <Drawing
                    structure={structure}
                    subject={subject}
                    graph={visiblePart.graph}
                    isWhole={visiblePart.graph === graph}
                    scope={visiblePart.scope}
                    heading={heading}
                    cost={cost}
                    overlay={overlay}
                    onEdge={onEdge}
                    position={address.at}
                    onPosition={(at) => go({ at })}
                    onSelect={select}
                    onAround={() => go({ around: { side: 'both', hops: 1 }, at: null })}
                    onTable={() => go({ view: 'table' })}
                  />
                </div>
                {visiblePart.graph !== graph && (
                  <p role="status" className="border-t border-line px-3 py-1.5 text-2">
                    {drawnText(visiblePart.graph, graph)}{' '}
                    <Button size="small" onClick={() => go({ around: null, fold: null, at: null })}>
                      Show whole graph
                    </Button>
                  </p>
                )}
                <Legend graph={visiblePart.graph} />
              </TabPanel>
              <TabPanel value="table">
                <GraphTable
                  structure={structure}
                  graph={graph}
                  run={run}
                  marks={marks}
                  selected={vertex?.name ?? null}
                  edge={edgeKey}
                  onSelect={select}
                  onEdge={onEdge}
                />
              </TabPanel>
              {footer}
            </div>
            {isInspecting && (
              <div className="border-line lg:border-l">
                <div className="overflow-y-auto border-line max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:max-h-[46vh] max-lg:border-t max-lg:bg-surface max-lg:shadow-pop lg:sticky lg:top-12 lg:max-h-[min(80vh,720px)]">
                  {inspected.vertex ? (
                    <Inspector
                      graph={graph}
                      vertex={inspected.vertex}
                      findings={(inspected.vertex.members ?? [inspected.vertex.name]).flatMap(
                        (name) => findingsByVertex.get(name) ?? [],
                      )}
                      run={shownRun?.vertices ?? null}
                      runOf={runOf}
                      onSelect={select}
                    />
                  ) : (
                    inspected.edge && (
                      <EdgeInspector edge={inspected.edge} onSelect={select} onClose={() => onEdge?.(null)}>
                        {edgeOf?.(inspected.edge)}
                      </EdgeInspector>
                    )
                  )}
                </div>
              </div>
            )}
          </div>
        </Tabs>
      </PanelBoundary>
    </Panel>
  );
}
