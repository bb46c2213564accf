import type { ReactNode } from 'react';
import type { RunDifference, Side } from '@/lib/dag/replay/compare';
import { vertexStateWord } from '@/lib/dag/run-state';
import { formatDuration } from '@/lib/view/time';
import { stateText } from '@/components/graph/run-colours';
import { Cell, Row } from '@/components/ui/table';
import { Id } from '@/components/values/id';
import { Status } from '@/components/values/status';

export const NO_COST = 'no fees were recorded for this execution';

export const SIDES = ['this', 'the other'] as const;

export function Took({ ms }: { ms: number | null }) {
  return ms === null ? <span className="text-3">·</span> : <>{formatDuration(ms)}</>;
}

export interface RowsProps {
  difference: RunDifference;
  /** Of one execution twice, where a file holds how it stood before. */
  ids: [string, string];
  /** The name of the file that the other comes from. */
  file: string | null;
}

/** Which of the two runs a column is, how it ended and by which clock it was measured. */
export function SideHead({ index, difference, ids, file }: RowsProps & { index: 0 | 1 }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {SIDES[index]}
      <Id family="execution" value={ids[index]} link={index === 1 && file === null} />
      <Status value={difference.statuses[index]} />
      <span className="font-normal">
        {difference.clocks[index] === 'on chain' ? 'chain time' : 'index time'}
        {index === 1 && file !== null && (
          <>
            , from the file <span className="wrap-anywhere mono">{file}</span>
          </>
        )}
      </span>
    </span>
  );
}

/** How a vertex ended, and how often it was visited. */
export function SideState({ side: { state, visits } }: { side: Side }) {
  return (
    <>
      <span className={stateText[state]}>{vertexStateWord(state)}</span>
      {visits > 1 && <span className="text-3"> ×{visits}</span>}
    </>
  );
}

interface VertexRowProps {
  of: RunDifference['vertices'][number];
  /** The cells of both sides. */
  children: ReactNode;
  nameClass?: string;
}

export function VertexRow({ of: { vertex, differs }, nameClass = '', children }: VertexRowProps) {
  return (
    <Row
      data-compared={vertex}
      data-differs={differs || undefined}
      className={differs ? 'bg-accent-weak/40' : ''}
    >
      <Cell className={nameClass}>
        <span className="wrap-anywhere mono">{vertex}</span>
        {differs && <span className="ml-2 text-2xs text-accent">differs</span>}
      </Cell>
      {children}
    </Row>
  );
}
