'use client';
import { useMemo, useSyncExternalStore, type ReactNode } from 'react';
import type { DagStructure } from '@/lib/contract/dags';
import { flowGraph } from '@/lib/dag/flow-graph';
import { preflight } from '@/lib/dag/preflight';
import type { RunState } from '@/lib/dag/run-state';
import { graphText } from '@/lib/dag/wording';
import { Choice } from '@/components/ui/chip';
import { Panel } from '@/components/ui/panel';
import { PanelBoundary } from '@/components/ui/panel-boundary';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import { Drawing } from './drawing';
import { useGraphAddress, type GraphForm } from './graph-address';
import { Inspector } from './inspector';
import { Legend } from './legend';
import { GraphTwin } from './twin/graph-twin';

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
  /** What the inspector says of a vertex's part in the run, above its ports. */
  runOf?: (vertex: string) => ReactNode;
  /** Under drawing and tables: the controls of a replay. */
  footer?: ReactNode;
}

/** A DAG as drawing and as tables, with one selection for both, and the inspector of what is selected. */
export function FlowGraphPanel({ structure, title, note, run = null, runOf, footer }: FlowGraphPanelProps) {
  const [address, go] = useGraphAddress();
  const narrow = useNarrow();
  const graph = useMemo(() => flowGraph(structure), [structure]);
  const cost = useMemo(() => preflight(graph), [graph]);
  const view: GraphForm = address.view ?? (narrow || cost.verdict === 'ask' ? 'table' : 'graph');
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
                  <Drawing
                    structure={structure}
                    graph={graph}
                    cost={cost}
                    selected={vertex?.name ?? null}
                    group={group}
                    run={run}
                    onSelect={select}
                    onTable={() => go({ view: 'table' })}
                  />
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
            {footer}
          </div>
          {vertex && (
            <div className="overflow-y-auto border-line max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:max-h-[46vh] max-lg:border-t max-lg:bg-surface max-lg:shadow-pop lg:max-h-[min(80vh,720px)] lg:border-l">
              <Inspector
                graph={graph}
                vertex={vertex}
                run={run?.vertices.get(vertex.name) ?? null}
                runOf={runOf}
                onSelect={select}
              />
            </div>
          )}
        </div>
      </Tabs>
    </Panel>
  );
}
