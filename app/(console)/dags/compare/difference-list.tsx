'use client';
import { useState } from 'react';
import { ChangeWord } from '@/components/graph/appearance';
import { useGraphAddress } from '@/components/graph/graph-address';
import { Chip } from '@/components/ui/chip';
import { Panel } from '@/components/ui/panel';
import { ShowMore } from '@/components/values/show-more';
import type { DifferenceRow } from '@/lib/dag/structure-diff';

const ORDER = ['added', 'removed', 'rewired', 'changed'] as const;
const PAGE = 200;
const WHAT: Record<DifferenceRow['what'], string> = {
  vertex: 'vertex',
  edge: 'edge',
  entry: 'entry port',
  default: 'default value',
  output: 'output',
};

/** The number of changes of each kind, in the colours of the drawing. */
export function ChangeCounts({ rows }: { rows: readonly DifferenceRow[] }) {
  if (rows.length === 0) return <>No differences</>;
  return (
    <span className="flex flex-wrap gap-1.5" data-testid="change-counts">
      {ORDER.map((change) => {
        const count = rows.filter((row) => row.change === change).length;
        if (count === 0) return null;
        return (
          <Chip key={change} data-change={change}>
            <ChangeWord change={change} count={count} />
          </Chip>
        );
      })}
    </span>
  );
}

/** Every difference in words; a click selects its vertex. */
export function DifferenceList({ rows }: { rows: readonly DifferenceRow[] }) {
  const [, go] = useGraphAddress();
  const [limit, setLimit] = useState(PAGE);
  const ordered = ORDER.flatMap((change) => rows.filter((row) => row.change === change));
  return (
    <Panel title="Differences" note={rows.length} className="mt-3.5" data-testid="differences">
      {rows.length === 0 ? (
        <p className="px-3 py-2.5 text-2">
          Both have the same vertices, edges, entry groups, default values and outputs.
        </p>
      ) : (
        <ul className="-mt-px">
          {ordered.slice(0, limit).map(({ change, what, text, vertex }, index) => (
            <li
              key={`${change} ${what} ${text} ${index}`}
              data-difference={change}
              className="grid grid-cols-[92px_110px_minmax(0,1fr)] gap-x-3 border-t border-line px-3 py-1.5 max-md:grid-cols-1"
            >
              <span className="font-medium">
                <ChangeWord change={change} />
              </span>
              <span className="text-3">{WHAT[what]}</span>
              <button
                type="button"
                onClick={() => go({ vertex })}
                className="min-w-0 text-left mono break-words hover:text-accent hover:underline"
              >
                {text}
              </button>
            </li>
          ))}
        </ul>
      )}
      <ShowMore
        shown={limit}
        total={ordered.length}
        noun="differences"
        onMore={() => setLimit(limit + PAGE)}
        className="border-t border-line px-3 py-2"
      />
    </Panel>
  );
}
