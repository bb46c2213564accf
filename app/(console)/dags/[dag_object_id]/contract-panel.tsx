'use client';
import { useState } from 'react';
import type { Finding, FindingCode } from '@/lib/dag/contract-check/rules';
import { useVertexSelection } from '@/components/graph/graph-address';
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

/** Errors or notes, each with the vertex that it is about. */
function Rows({ findings }: { findings: readonly Finding[] }) {
  const { onSelect } = useVertexSelection();
  return (
    <ul className="first:-mt-px">
      {findings.slice(0, MAX_ROWS).map(({ code, severity, vertex, port, edge, reason }) => (
        <li
          key={`${code} ${vertex} ${port} ${edge} ${reason}`}
          data-finding={code}
          className="grid grid-cols-[64px_150px_minmax(0,160px)_minmax(0,1fr)] gap-x-3 border-t border-line px-3 py-1.5 max-md:grid-cols-1"
        >
          <span>
            <Badge tone={severity === 'error' ? 'fail' : 'idle'}>{severity}</Badge>
          </span>
          <span className="text-2">{WORDS[code]}</span>
          <button
            translate="no"
            type="button"
            onClick={() => onSelect(vertex)}
            className="max-w-full self-start justify-self-start truncate text-left mono hover:text-accent hover:underline"
          >
            {vertex}
          </button>
          <span className="min-w-0 break-words">{reason}</span>
        </li>
      ))}
      {findings.length > MAX_ROWS && (
        <li className="border-t border-line px-3 py-1.5 text-3">{findings.length - MAX_ROWS} more</li>
      )}
    </ul>
  );
}

/** Notes are rendered when opened: a large graph has hundreds. */
function Notes({ notes, open }: { notes: readonly Finding[]; open: boolean }) {
  const [opened, setOpened] = useState(open);
  return (
    <details
      className="border-t border-line first:border-t-0"
      open={opened}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
    >
      <summary className="px-3 py-1.5 text-2">{counted(notes.length, 'note')}</summary>
      {opened && <Rows findings={notes} />}
    </details>
  );
}

/** What the check covers so far. */
function progress({ findings, tools, answered, waits }: ContractCheck, isDone: boolean): string {
  if (waits) return `${counted(tools, 'tool')}, one request each`;
  if (!isDone) return `${answered} of ${tools} tools loaded`;
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  return `${counted(errors, 'error')}, ${counted(findings.length - errors, 'note')}; ${counted(tools, 'tool')}`;
}

function noFindings(tools: number, isDone: boolean): string {
  if (!isDone) return 'No findings so far';
  return tools === 0
    ? 'No vertex has a tool yet.'
    : 'All edges and inputs match the contracts of their tools.';
}

/** The structure against the port contracts of its tools, as a list: errors first, then notes. */
export function ContractPanel({ check }: { check: ContractCheck }) {
  const { findings, checked, tools, answered, waits, start } = check;
  const errors = findings.filter(({ severity }) => severity === 'error');
  const notes = findings.filter(({ severity }) => severity === 'note');
  const isDone = !waits && answered === tools && checked;
  return (
    <Panel
      title="Contract check"
      note={<span role="status">{progress(check, isDone)}</span>}
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
      {findings.length === 0 && <p className="px-3 py-2.5 text-2">{noFindings(tools, isDone)}</p>}
      {errors.length > 0 && <Rows findings={errors} />}
      {notes.length > 0 && <Notes notes={notes} open={errors.length === 0 && notes.length < 4} />}
    </Panel>
  );
}
