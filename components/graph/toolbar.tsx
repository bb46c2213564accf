'use client';
import type { FlowGraph } from '@/lib/dag/flow-graph';
import { type Heading, headings } from '@/lib/dag/placement/request';
import { Term } from '@/components/values/term';
import { setPreferences } from '@/components/values/preferences';
import { VertexSearch } from './vertex-search';
import type { GraphAddress, useGraphAddress } from './graph-address';
import { Choice } from '@/components/ui/chip';
import { ArrowDown, ArrowRight, ChevronsDownUp, Crosshair } from 'lucide-react';
import { useMemo } from 'react';
import { type Region, regionsOf } from '@/lib/dag/fold';
import type { Around, Side } from '@/lib/dag/traverse';
import { Button } from '@/components/ui/button';
import { Menu, MenuCheckboxItem, MenuChoice } from '@/components/ui/menu';

interface GraphActionsProps {
  graph: FlowGraph;
  address: GraphAddress;
  go: ReturnType<typeof useGraphAddress>[1];
  heading: Heading;
  group: string | null;
  /** The selected vertex. */
  vertex: string | null;
  onSelect: (vertex: string | null) => void;
}

/** The controls of a graph: entry group, search, neighbourhood, direction, folding. */
export function GraphActions({ graph, address, go, heading, group, vertex, onSelect }: GraphActionsProps) {
  return (
    <>
      <EntryGroups graph={graph} group={group} onGroup={(name) => go({ group: name })} />
      <VertexSearch graph={graph} onSelect={onSelect} />
      {vertex !== null && (
        <NeighbourhoodMenu
          vertex={vertex}
          around={address.around}
          onAround={(around) => go({ around, at: null })}
        />
      )}
      <HeadingSwitch
        heading={heading}
        onHeading={(next) => {
          setPreferences({ graphs: next });
          go({ heading: next, at: null });
        }}
      />
      <FoldMenu graph={graph} fold={address.fold ?? []} onFold={(fold) => go({ fold, at: null })} />
    </>
  );
}

const NONE = '\u0000none';

interface EntryGroupsProps {
  graph: FlowGraph;
  group: string | null;
  onGroup: (name: string | null) => void;
}

/** Highlights the inputs of an entry group. */
export function EntryGroups({ graph, group, onGroup }: EntryGroupsProps) {
  if (graph.entry_groups.length === 0) return null;
  return (
    <>
      <span className="text-3">
        <Term>Entry group</Term>
      </span>
      <Choice
        label="Highlighted entry group"
        value={group ?? NONE}
        options={[
          { value: NONE, label: 'None' },
          ...graph.entry_groups.map((name) => ({ value: name, label: name })),
        ]}
        onChange={(name) => onGroup(name === NONE ? null : name)}
      />
    </>
  );
}

const SHOWN: Record<Heading, { words: string; Icon: typeof ArrowDown }> = {
  right: { words: 'Left to right', Icon: ArrowRight },
  down: { words: 'Top to bottom', Icon: ArrowDown },
};

interface HeadingSwitchProps {
  heading: Heading;
  onHeading: (heading: Heading) => void;
}

export function HeadingSwitch({ heading, onHeading }: HeadingSwitchProps) {
  return (
    <Choice
      label="Direction"
      value={heading}
      options={headings.map((value) => {
        const { words, Icon } = SHOWN[value];
        return {
          value,
          label: (
            <span data-tip={words}>
              <Icon size={13} aria-hidden />
              <span className="sr-only">{words}</span>
            </span>
          ),
        };
      })}
      onChange={onHeading}
    />
  );
}

const WHAT: Record<Region['what'], string> = { for_each: 'fan-out', loop: 'loop', tool: 'tool' };
/** Rows of the menu at most. */
const MAX_ROWS = 40;

interface FoldMenuProps {
  graph: FlowGraph;
  fold: readonly string[];
  onFold: (keys: string[] | null) => void;
}

/** The rows of the menu; regions are computed when it opens. */
function FoldRows({ graph, fold, onFold }: FoldMenuProps) {
  const regions = useMemo(() => regionsOf(graph), [graph]);
  if (regions.length === 0) return <p className="px-2 py-1 text-3">Nothing to fold</p>;
  return regions.slice(0, MAX_ROWS).map(({ key, what, title, members }) => (
    <MenuCheckboxItem
      key={key}
      checked={fold.includes(key)}
      onCheckedChange={(on) => {
        const keys = on ? [...fold, key] : fold.filter((each) => each !== key);
        onFold(keys.length > 0 ? keys : null);
      }}
    >
      <span className="text-3">{WHAT[what]}</span>
      <span className="max-w-72 truncate">{title}</span>
      <span className="ml-auto text-3 tabular-nums">{members.size}</span>
    </MenuCheckboxItem>
  ));
}

/** Folds fan-outs, loops or the vertices of a tool into one vertex each. */
export function FoldMenu(props: FoldMenuProps) {
  const { graph, fold } = props;
  if (graph.vertices.length < 2) return null;
  return (
    <Menu
      trigger={
        <Button size="small">
          <ChevronsDownUp size={13} aria-hidden />
          Fold{fold.length > 0 && ` (${fold.length})`}
        </Button>
      }
    >
      <FoldRows {...props} />
    </Menu>
  );
}

interface AroundMenuProps {
  vertex: string;
  around: Around | null;
  onAround: (around: Around | null) => void;
}

const SIDES: { value: Side | 'whole'; label: string }[] = [
  { value: 'whole', label: 'Whole graph' },
  { value: 'both', label: 'Upstream and downstream' },
  { value: 'up', label: 'Upstream: its dependencies' },
  { value: 'down', label: 'Downstream: its dependents' },
];
const HOPS = ['1', '2', '3', '5', 'all'].map((value) => ({
  value,
  label: value === 'all' ? 'Unlimited' : value === '1' ? '1 edge' : `Up to ${value} edges`,
}));

/** Shows only the neighbourhood of the selected vertex. */
export function NeighbourhoodMenu({ vertex, around, onAround }: AroundMenuProps) {
  const hops = around ? String(around.hops ?? 'all') : '1';
  return (
    <Menu
      trigger={
        <Button size="small" aria-label={`Show only the neighbourhood of ${vertex}`}>
          <Crosshair size={13} aria-hidden />
          {around
            ? `${around.side === 'both' ? 'Neighbourhood' : around.side === 'up' ? 'Upstream' : 'Downstream'}, ${hops}`
            : 'Neighbourhood'}
        </Button>
      }
    >
      <MenuChoice
        label={`Neighbourhood of ${vertex}`}
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
    </Menu>
  );
}
