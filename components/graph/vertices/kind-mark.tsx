import { CircleHelp, Cloud, Ghost, Layers, Link2 } from 'lucide-react';
import type { GraphVertex } from '@/lib/dag/flow-graph';
import { vertexKindWord } from '@/lib/dag/wording';

interface KindMarkProps {
  vertex: Pick<GraphVertex, 'kind' | 'ghost' | 'members'>;
  /** Writes the word beside the drawing. */
  word?: boolean;
}

/** Where the vertex runs, as a drawing and a word: a chain link, a cloud; a ghost for what is not in the structure, layers for what is folded. */
export function KindMark({ vertex, word = false }: KindMarkProps) {
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
