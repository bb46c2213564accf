'use client';
import type { FlowGraph } from '@/lib/dag/flow-graph';
import type { Heading } from '@/lib/dag/placement/question';
import { setPreferences } from '@/components/values/preferences';
import { EntryGroups } from './entry-groups';
import { FindVertex } from './find-vertex';
import type { GraphAddress, useGraphAddress } from './graph-address';
import { HeadingSwitch } from './heading-switch';
import { AroundMenu, FoldMenu } from './part-menus';

interface GraphActionsProps {
  graph: FlowGraph;
  address: GraphAddress;
  go: ReturnType<typeof useGraphAddress>[1];
  heading: Heading;
  group: string | null;
  /** The chosen vertex. */
  vertex: string | null;
  onSelect: (vertex: string | null) => void;
}

/** What can be done with a graph as a whole, in the head of its panel: light a group, find a vertex, draw a part, turn, fold. */
export function GraphActions({ graph, address, go, heading, group, vertex, onSelect }: GraphActionsProps) {
  return (
    <>
      <EntryGroups graph={graph} group={group} onGroup={(name) => go({ group: name })} />
      <FindVertex graph={graph} onSelect={onSelect} />
      {vertex !== null && (
        <AroundMenu vertex={vertex} around={address.around} onAround={(around) => go({ around, at: null })} />
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
