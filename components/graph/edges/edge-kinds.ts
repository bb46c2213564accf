// The drawing of each edge kind, for React Flow and for the legend. A kind of a later release is drawn as normal and told by its word.
import type { EdgeKind } from '@/lib/contract/dags';
import { BreakEdge, breakForm } from './break-edge';
import { CollectEdge, collectForm } from './collect-edge';
import { DoWhileEdge, doWhileForm } from './do-while-edge';
import type { EdgeForm } from './edge-line';
import { ForEachEdge, forEachForm } from './for-each-edge';
import { NormalEdge, normalForm } from './normal-edge';
import { StaticEdge, staticForm } from './static-edge';

export const edgeTypes = {
  normal: NormalEdge,
  for_each: ForEachEdge,
  collect: CollectEdge,
  do_while: DoWhileEdge,
  break: BreakEdge,
  static: StaticEdge,
};

export const edgeForms: Record<EdgeKind, EdgeForm> = {
  normal: normalForm,
  for_each: forEachForm,
  collect: collectForm,
  do_while: doWhileForm,
  break: breakForm,
  static: staticForm,
};
