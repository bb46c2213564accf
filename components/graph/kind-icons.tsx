import type { ReactNode } from 'react';
import type { EdgeKind } from '@/lib/contract/dags';
import { CircleHelp, Cloud, Ghost, Layers, Link2 } from 'lucide-react';
import type { GraphVertex } from '@/lib/dag/flow-graph';
import { vertexKindWord } from '@/lib/dag/wording';

const ICONS: Partial<Record<EdgeKind, ReactNode>> = {
  for_each: <path d="M1 6h4m0 0 5-4M5 6h5.5M5 6l5 4" />,
  collect: <path d="M11 6H7m0 0L2 2m5 4H1.5M7 6l-5 4" />,
  do_while: <path d="M9.5 4A4 4 0 1 0 10 7M9.8 1.2V4H7" />,
  break: <path d="M5.5 1.5H2v9h3.5M5 6h5.5M8.2 3.6 10.6 6 8.2 8.4" />,
  static: <path d="M6 1.5v6M3.5 7.5h5M6 7.5v3M4 1.5h4" />,
};

/** The icon of an edge kind. */
export function EdgeKindIcon({ kind, size = 11 }: { kind: string; size?: number }) {
  const icon = ICONS[kind as EdgeKind];
  if (icon === undefined) return null;
  return (
    <svg
      aria-hidden
      width={size}
      height={size}
      viewBox="0 0 12 12"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="shrink-0"
    >
      {icon}
    </svg>
  );
}

interface VertexKindIconProps {
  vertex: Pick<GraphVertex, 'kind' | 'ghost' | 'members'>;
  /** Shows the word beside the icon. */
  word?: boolean;
}

/** Where the vertex runs: a chain link or a cloud; a ghost if not in the structure, layers if folded. */
export function VertexKindIcon({ vertex, word = false }: VertexKindIconProps) {
  const text = vertexKindWord(vertex);
  const icons = { on_chain: Link2, off_chain: Cloud };
  const known = vertex.kind === 'on_chain' || vertex.kind === 'off_chain' ? icons[vertex.kind] : CircleHelp;
  const Icon = vertex.members ? Layers : vertex.ghost ? Ghost : known;
  return (
    <span
      className="inline-flex shrink-0 items-center gap-1.5"
      {...(word ? {} : { 'data-tip': text })}
      data-kind={vertex.kind ?? 'ghost'}
    >
      <Icon size={12} aria-hidden className={vertex.kind === 'on_chain' ? 'text-fam-dag' : 'text-3'} />
      <span className={word ? undefined : 'sr-only'}>{text}</span>
    </span>
  );
}
