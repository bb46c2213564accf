'use client';
import { useState } from 'react';
import type { Finding, FindingCode } from '@/lib/dag/contract-check/rules';
import { useGraphAddress } from '@/components/graph/graph-address';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import { counted } from '@/lib/view/amount';
import type { ContractCheck } from './use-contract-check';

const WORDS: Record<FindingCode, string> = {
  input_unfed: 'Unconnected input',
  input_fed_twice: 'Input with several sources',
  no_such_input: 'No such input',
  no_such_output: 'No such output',
  cardinality: 'Cardinality mismatch',
  value_kind: 'Object/data mismatch',
  variant_unhandled: 'Unhandled variant',
  tool_unregistered: 'Unregistered tool',
  vertex_missing: 'Missing vertex',
  contract_unknown: 'Unknown contract',
};

/** Rows shown at most. */
const MAX_ROWS = 200;

function Row({ finding, onVertex }: { finding: Finding; onVertex: (name: string) => void }) {
  return (
    <li
      data-finding={finding.code}
      className="grid grid-cols-[64px_150px_minmax(0,160px)_minmax(0,1fr)] gap-x-3 border-t border-line px-3 py-1.5 max-md:grid-cols-1"
    >
      <span>
        <Badge tone={finding.severity === 'error' ? 'fail' : 'idle'}>{finding.severity}</Badge>
      </span>
      <span className="text-2">{WORDS[finding.code]}</span>
      <button
        type="button"
        onClick={() => onVertex(finding.vertex)}
        className="max-w-full self-start justify-self-start truncate text-left mono hover:text-accent hover:underline"
      >
        {finding.vertex}
      </button>
      <span className="min-w-0 break-words">{finding.reason}</span>
    </li>
  );
}

interface RowsProps {
  findings: readonly Finding[];
  onVertex: (name: string) => void;
}

function Rows({ findings, onVertex }: RowsProps) {
  return (
    <ul className="first:-mt-px">
      {findings.slice(0, MAX_ROWS).map((finding) => (
        <Row
          key={`${finding.code} ${finding.vertex} ${finding.port} ${finding.edge} ${finding.reason}`}
          finding={finding}
          onVertex={onVertex}
        />
      ))}
      {findings.length > MAX_ROWS && (
        <li className="border-t border-line px-3 py-1.5 text-3">{findings.length - MAX_ROWS} more</li>
      )}
    </ul>
  );
}

/** Notes are rendered when opened: a large graph has hundreds. */
function Notes({
  notes,
  open,
  onVertex,
}: { notes: readonly Finding[]; open: boolean } & Pick<RowsProps, 'onVertex'>) {
  const [opened, setOpened] = useState(open);
  return (
    <details
      className="border-t border-line first:border-t-0"
      open={opened}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
    >
      <summary className="px-3 py-1.5 text-2">{counted(notes.length, 'note')}</summary>
      {opened && <Rows findings={notes} onVertex={onVertex} />}
    </details>
  );
}

/** The structure against the port contracts of its tools, as a list: errors first, then notes. */
export function ContractPanel({ check }: { check: ContractCheck }) {
  const { findings, checked, tools, answered, waits, start } = check;
  const errors = findings.filter(({ severity }) => severity === 'error');
  const notes = findings.filter(({ severity }) => severity === 'note');
  const [, go] = useGraphAddress();
  const onVertex = (vertex: string) => go({ vertex });
  const isDone = !waits && answered === tools && checked;
  return (
    <Panel
      title="Contract check"
      note={
        <span role="status">
          {isDone
            ? `${counted(errors.length, 'error')}, ${counted(notes.length, 'note')}; ${counted(tools, 'tool')}`
            : waits
              ? `${counted(tools, 'tool')}, one request each`
              : `${answered} of ${tools} tools loaded`}
        </span>
      }
      actions={
        waits && (
          <Button size="small" onClick={start}>
            Check all {tools} tools
          </Button>
        )
      }
      className="mt-3.5"
      data-testid="contract-panel"
    >
      {findings.length === 0 ? (
        <p className="px-3 py-2.5 text-2">
          {!isDone
            ? 'No findings so far'
            : tools === 0
              ? 'No vertex has a tool yet.'
              : 'All edges and inputs match the contracts of their tools.'}
        </p>
      ) : (
        <>
          {errors.length > 0 && <Rows findings={errors} onVertex={onVertex} />}
          {notes.length > 0 && (
            <Notes notes={notes} open={errors.length === 0 && notes.length < 4} onVertex={onVertex} />
          )}
        </>
      )}
    </Panel>
  );
}
