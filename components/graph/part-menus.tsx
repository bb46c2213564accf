'use client';
import { ChevronsDownUp, Crosshair } from 'lucide-react';
import { useMemo } from 'react';
import type { FlowGraph } from '@/lib/dag/flow-graph';
import { regionsOf, type Region } from '@/lib/dag/fold-regions';
import type { Around, Side } from '@/lib/dag/neighbourhood';
import { Button } from '@/components/ui/button';
import { Menu, MenuCheckboxItem, MenuChoice } from '@/components/ui/menu';

const WHAT: Record<Region['what'], string> = { for_each: 'fan-out', loop: 'loop', tool: 'tool' };
/** Rows of a menu that one can still take in. */
const MOST = 40;

interface FoldMenuProps {
  graph: FlowGraph;
  fold: readonly string[];
  onFold: (keys: string[] | null) => void;
}

/** The rows of the menu; the regions are looked for when it is opened. */
function FoldRows({ graph, fold, onFold }: FoldMenuProps) {
  const regions = useMemo(() => regionsOf(graph), [graph]);
  if (regions.length === 0) return <p className="px-2 py-1 text-3">Nothing here can be folded.</p>;
  return regions.slice(0, MOST).map(({ key, what, title, members }) => (
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

/** Folds fan-outs, loops and the vertices of a tool into one vertex each. */
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
  { value: 'whole', label: 'the whole graph' },
  { value: 'both', label: 'up- and downstream' },
  { value: 'up', label: 'upstream: what it depends on' },
  { value: 'down', label: 'downstream: what depends on it' },
];
const HOPS = ['1', '2', '3', '5', 'all'].map((value) => ({
  value,
  label: value === 'all' ? 'all the way' : value === '1' ? '1 edge away' : `up to ${value} edges away`,
}));

/** Draws only what lies around the chosen vertex, as far as is asked. */
export function AroundMenu({ vertex, around, onAround }: AroundMenuProps) {
  const hops = around ? String(around.hops ?? 'all') : '1';
  return (
    <Menu
      trigger={
        <Button size="small" aria-label={`Show only what is around ${vertex}`}>
          <Crosshair size={13} aria-hidden />
          {around ? `${around.side === 'both' ? 'around' : `${around.side}stream`}, ${hops}` : 'Around'}
        </Button>
      }
    >
      <MenuChoice
        label={`Around ${vertex}`}
        value={around?.side ?? 'whole'}
        options={SIDES}
        onChange={(side) => onAround(side === 'whole' ? null : { side, hops: around ? around.hops : 1 })}
      />
      <MenuChoice
        label="How far"
        value={hops}
        options={HOPS}
        onChange={(value) =>
          onAround({ side: around?.side ?? 'both', hops: value === 'all' ? null : Number(value) })
        }
      />
    </Menu>
  );
}
