'use client';
import dynamic from 'next/dynamic';
import { useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { DagStructure } from '@/lib/contract/dags';
import { flowGraph } from '@/lib/dag/flow-graph';
import { preflight } from '@/lib/dag/preflight';
import type { RunState } from '@/lib/dag/run-state';
import { graphText } from '@/lib/dag/wording';
import { Button } from '@/components/ui/button';
import { Choice } from '@/components/ui/chip';
import { EmptyState } from '@/components/ui/empty-state';
import { Panel } from '@/components/ui/panel';
import { PanelBoundary } from '@/components/ui/panel-boundary';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import { useGraphAddress, type GraphForm } from './graph-address';
import { GraphSkeleton } from './graph-skeleton';
import { Inspector } from './inspector';
import { LayoutError } from './layout/layout-client';
import { DEADLINE_MS, useLayout, warmLayout } from './layout/use-layout';
import { Legend } from './legend';
import { GraphTwin } from './twin/graph-twin';

const loadCanvas = () => import('./canvas').then(({ Canvas }) => Canvas);
const Canvas = dynamic(loadCanvas, {
  ssr: false,
  loading: () => <GraphSkeleton words="Loading the drawing…" />,
});

/** Fetches what a drawing needs besides its data; call it as soon as a page knows that it will draw one. Nothing happens on a server. */
export function warmGraph(): void {
  if (typeof window === 'undefined') return;
  warmLayout();
  void loadCanvas();
}

const NARROW = '(max-width: 767px)';

function useNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(NARROW);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => window.matchMedia(NARROW).matches,
    () => false,
  );
}

interface FlowGraphPanelProps {
  structure: DagStructure;
  title: string;
  /** Beside the title: states of the run, a word about a snapshot. */
  note?: ReactNode;
  run?: RunState | null;
}

/** A DAG as drawing and as tables, with one selection for both, and the inspector of what is selected. */
export function FlowGraphPanel({ structure, title, note, run = null }: FlowGraphPanelProps) {
  const [address, go] = useGraphAddress();
  const narrow = useNarrow();
  const graph = useMemo(() => flowGraph(structure), [structure]);
  const cost = useMemo(() => preflight(graph), [graph]);
  const [insisted, setInsisted] = useState(false);
  const [patience, setPatience] = useState(DEADLINE_MS);
  const canDraw = cost.verdict === 'draw' || insisted;
  const view: GraphForm = address.view ?? (narrow || !canDraw ? 'table' : 'graph');
  const drawing = useLayout(structure, { enabled: view === 'graph' && canDraw, deadline_ms: patience });
  const late = drawing.error instanceof LayoutError && drawing.error.reason === 'deadline';
  const vertex = graph.vertices.find(({ name }) => name === address.vertex) ?? null;
  const group = graph.entry_groups.find((name) => name === address.group) ?? null;
  const select = (name: string | null) => go({ vertex: name });

  return (
    <Panel
      title={title}
      note={note ?? graphText(graph)}
      actions={
        graph.entry_groups.length > 0 && (
          <>
            <span className="text-3">entry group</span>
            <Choice
              label="Entry group whose inputs are lit"
              value={group ?? '\u0000none'}
              options={[
                { value: '\u0000none', label: 'none' },
                ...graph.entry_groups.map((name) => ({ value: name, label: name })),
              ]}
              onChange={(name) => go({ group: name === '\u0000none' ? null : name })}
            />
          </>
        )
      }
      data-testid="graph-panel"
    >
      <Tabs value={view} onValueChange={(next) => go({ view: next as GraphForm })}>
        <TabList aria-label="How the graph is shown" className="mb-0! px-3">
          <Tab value="graph">Graph</Tab>
          <Tab value="table">Table</Tab>
        </TabList>
        <div className="grid grid-cols-1 lg:has-[aside]:grid-cols-[minmax(0,1fr)_320px]">
          <div className="min-w-0">
            <TabPanel value="graph">
              <PanelBoundary name="The graph" resetKey={structure.object_id}>
                <div className="relative h-[clamp(320px,52vh,620px)]">
                  {!canDraw && (
                    <EmptyState
                      kind="nothing-yet"
                      title="This graph is large"
                      action={{ label: 'Draw it anyway', onAct: () => setInsisted(true) }}
                    >
                      {graphText(graph)}, {cost.ports} ports, {cost.depth} deep. The table shows all of it at
                      once; the drawing may take long.
                    </EmptyState>
                  )}
                  {canDraw && drawing.isPending && <GraphSkeleton words="Placing the vertices…" />}
                  {canDraw && drawing.isError && (
                    <EmptyState
                      kind="failed"
                      title="The graph could not be laid out"
                      action={
                        <span className="flex gap-2">
                          <Button size="small" onClick={() => go({ view: 'table' })}>
                            Open the table
                          </Button>
                          <Button
                            size="small"
                            onClick={() => (late ? setPatience(patience * 3) : void drawing.refetch())}
                          >
                            {late ? 'Try again, with more time' : 'Try again'}
                          </Button>
                        </span>
                      }
                    >
                      {drawing.error.message}
                    </EmptyState>
                  )}
                  {canDraw && drawing.data && (
                    <Canvas
                      key={structure.object_id}
                      drawn={drawing.data}
                      selected={vertex?.name ?? null}
                      group={group}
                      run={run}
                      onSelect={select}
                    />
                  )}
                </div>
                <Legend graph={graph} />
              </PanelBoundary>
            </TabPanel>
            <TabPanel value="table">
              <GraphTwin
                structure={structure}
                graph={graph}
                run={run}
                selected={vertex?.name ?? null}
                onSelect={select}
              />
            </TabPanel>
          </div>
          {vertex && (
            <div className="overflow-y-auto border-line max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:max-h-[46vh] max-lg:border-t max-lg:bg-surface max-lg:shadow-pop lg:max-h-[min(80vh,720px)] lg:border-l">
              <Inspector
                graph={graph}
                vertex={vertex}
                run={run?.vertices.get(vertex.name) ?? null}
                onSelect={select}
              />
            </div>
          )}
        </div>
      </Tabs>
    </Panel>
  );
}
