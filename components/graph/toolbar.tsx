'use client';
import type { FlowGraph } from '@/lib/dag/flow-graph';
import { type Heading, headings } from '@/lib/dag/placement/request';
import { Term } from '@/components/values/term';
import { setPreferences } from '@/components/values/preferences';
import { VertexSearch } from './vertex-search';
import type { GraphAddress, useGraphAddress } from './graph-address';
import { Choice, ChoiceOrList } from '@/components/ui/chip';
import { NARROW, useMedia } from '@/components/ui/use-media';
import { ArrowDown, ArrowRight, ChevronsDownUp, Crosshair } from 'lucide-react';
import { useMemo } from 'react';
import { type Region, regionsOf } from '@/lib/dag/fold';
import type { Around, Side } from '@/lib/dag/traverse';
import { Button } from '@/components/ui/button';
import { Menu, type MenuParts } from '@/components/ui/menu';

interface GraphActionsProps {
  graph: FlowGraph;
  address: GraphAddress;
  go: ReturnType<typeof useGraphAddress>[1];
  heading: Heading;
  /** False beside the table. */
  isDrawn: boolean;
  group: string | null;
  vertex: string | null;
  onSelect: (vertex: string | null) => void;
}

/** The controls of a graph: search, and of a drawing entry group, neighbourhood, direction, folding. */
export function GraphActions(props: GraphActionsProps) {
  const { graph, go, heading, isDrawn, vertex, onSelect } = props;
  if (!isDrawn) return <VertexSearch graph={graph} onSelect={onSelect} />;
  return (
    <>
      {graph.entry_groups.length > 0 && <EntryGroups {...props} />}
      <VertexSearch graph={graph} onSelect={onSelect} />
      {vertex !== null && <NeighbourhoodMenu {...props} vertex={vertex} />}
      <Choice
        label="Direction"
        value={heading}
        options={DIRECTIONS}
        onChange={(next) => {
          setPreferences({ graphs: next });
          go({ heading: next, at: null });
        }}
      />
      {graph.vertices.length > 1 && <FoldMenu {...props} />}
    </>
  );
}

const NONE = '\u0000none';

/** Highlights the inputs of an entry group. */
function EntryGroups({ graph, group, go }: GraphActionsProps) {
  const isNarrow = useMedia(NARROW);
  const choice = (
    <ChoiceOrList
      label="Highlighted entry group"
      value={group ?? NONE}
      options={[
        { value: NONE, label: 'None', words: 'Entry group' },
        ...graph.entry_groups.map((name) => ({ value: name, label: name, words: name })),
      ]}
      asList={isNarrow}
      onChange={(name) => go({ group: name === NONE ? null : name })}
    />
  );
  // The search shares its line.
  if (isNarrow) return <span className="w-[124px] text-xs">{choice}</span>;
  return (
    <>
      <span className="text-3">
        <Term>Entry group</Term>
      </span>
      {choice}
    </>
  );
}

const SHOWN: Record<Heading, { words: string; Icon: typeof ArrowDown }> = {
  right: { words: 'Left to right', Icon: ArrowRight },
  down: { words: 'Top to bottom', Icon: ArrowDown },
};
const DIRECTIONS = headings.map((value) => {
  const { words, Icon } = SHOWN[value];
  const label = (
    <span data-tip={words}>
      <Icon size={13} aria-hidden />
      <span className="sr-only">{words}</span>
    </span>
  );
  return { value, label };
});

const WHAT: Record<Region['what'], string> = { for_each: 'fan-out', loop: 'loop', tool: 'tool' };
const MAX_ROWS = 40;

/** Regions are computed when the menu opens. */
function FoldRows({ graph, address, go, MenuCheckboxItem }: GraphActionsProps & MenuParts) {
  const fold = address.fold ?? [];
  const regions = useMemo(() => regionsOf(graph), [graph]);
  if (regions.length === 0) return <p className="px-2 py-1 text-3">Nothing to fold</p>;
  return regions.slice(0, MAX_ROWS).map(({ key, what, title, members }) => (
    <MenuCheckboxItem
      key={key}
      checked={fold.includes(key)}
      onCheckedChange={(on) => {
        const keys = on ? [...fold, key] : fold.filter((each) => each !== key);
        go({ fold: keys.length > 0 ? keys : null, at: null });
      }}
    >
      <span className="text-3">{WHAT[what]}</span>
      <span className="max-w-72 truncate">{title}</span>
      <span className="ml-auto text-3 tabular-nums">{members.size}</span>
    </MenuCheckboxItem>
  ));
}

/** Folds fan-outs, loops or the vertices of a tool into one vertex each. */
function FoldMenu(props: GraphActionsProps) {
  const folded = props.address.fold?.length ?? 0;
  return (
    <Menu
      trigger={
        <Button size="small">
          <ChevronsDownUp size={13} aria-hidden />
          <span className="max-[768px]:sr-only">Fold</span>
          {folded > 0 && ` (${folded})`}
        </Button>
      }
    >
      {(parts) => <FoldRows {...props} {...parts} />}
    </Menu>
  );
}

const SIDES: { value: Side | 'whole'; label: string }[] = [
  { value: 'whole', label: 'Whole graph' },
  { value: 'both', label: 'Upstream and downstream' },
  { value: 'up', label: 'Upstream: its dependencies' },
  { value: 'down', label: 'Downstream: its dependents' },
];
const HOPS = [
  { value: '1', label: '1 edge' },
  ...['2', '3', '5'].map((value) => ({ value, label: `Up to ${value} edges` })),
  { value: 'all', label: 'Unlimited' },
];
const SHORT: Record<Side, string> = { both: 'Neighborhood', up: 'Upstream', down: 'Downstream' };

/** Shows only the neighbourhood of the selected vertex. */
function NeighbourhoodMenu({ vertex, address, go }: GraphActionsProps & { vertex: string }) {
  const { around } = address;
  const onAround = (next: Around | null) => go({ around: next, at: null });
  const hops = around ? String(around.hops ?? 'all') : '1';
  return (
    <Menu
      trigger={
        <Button size="small" aria-label={`Show only the neighborhood of ${vertex}`}>
          <Crosshair size={13} aria-hidden />
          {around ? `${SHORT[around.side]}, ${hops}` : SHORT.both}
        </Button>
      }
    >
      {({ MenuChoice }) => (
        <>
          <MenuChoice
            label={`Neighborhood of ${vertex}`}
            value={around?.side ?? 'whole'}
            options={SIDES}
            onChange={(side) => onAround(side === 'whole' ? null : { side, hops: around ? around.hops : 1 })}
          />
          <MenuChoice
            label="Distance"
            value={hops}
            options={HOPS}
            onChange={(value) =>
              onAround({ side: around?.side ?? 'both', hops: value === 'all' ? null : Number(value) })
            }
          />
        </>
      )}
    </Menu>
  );
}
