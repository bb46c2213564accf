'use client';
import type { Finding, FindingCode } from '@/lib/dag/contract-check/finding';
import { useGraphAddress } from '@/components/graph/graph-address';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import { counted } from '@/lib/view/counted';
import type { ContractCheck } from './use-contracts';

const WORDS: Record<FindingCode, string> = {
  input_unfed: 'input fed by nothing',
  input_fed_twice: 'input fed twice',
  no_such_input: 'no such input',
  no_such_output: 'no such output',
  cardinality: 'one and many',
  value_kind: 'object and data',
  variant_unhandled: 'variant not handled',
  tool_unregistered: 'tool unregistered',
  contract_unknown: 'contract unknown',
};

/** Rows before the rest has to be asked for. */
const MOST = 200;

function Row({ finding }: { finding: Finding }) {
  const [, go] = useGraphAddress();
  return (
    <li
      data-finding={finding.code}
      className="grid grid-cols-[64px_150px_minmax(0,160px)_minmax(0,1fr)] gap-x-3 border-t border-line px-3 py-1.5 max-md:grid-cols-1"
    >
      <span>
        <Badge tone={finding.severity === 'fault' ? 'fail' : 'idle'}>{finding.severity}</Badge>
      </span>
      <span className="text-2">{WORDS[finding.code]}</span>
      <button
        type="button"
        onClick={() => go({ vertex: finding.vertex })}
        className="max-w-full truncate text-left mono hover:text-accent hover:underline"
      >
        {finding.vertex}
      </button>
      <span className="min-w-0 break-words">{finding.reason}</span>
    </li>
  );
}

function Rows({ findings }: { findings: readonly Finding[] }) {
  return (
    <ul className="first:-mt-px">
      {findings.slice(0, MOST).map((finding) => (
        <Row
          key={`${finding.code} ${finding.vertex} ${finding.port} ${finding.edge} ${finding.reason}`}
          finding={finding}
        />
      ))}
      {findings.length > MOST && (
        <li className="border-t border-line px-3 py-1.5 text-3">{findings.length - MOST} more</li>
      )}
    </ul>
  );
}

/** The structure against the port contracts of its tools, as a list: faults first, then what is worth knowing. */
export function ContractPanel({ check }: { check: ContractCheck }) {
  const { findings, tools, answered, waits, start } = check;
  const faults = findings.filter(({ severity }) => severity === 'fault');
  const notes = findings.filter(({ severity }) => severity === 'note');
  const isDone = !waits && answered === tools;
  return (
    <Panel
      title="Contract check"
      note={
        <span role="status">
          {isDone
            ? `${counted(faults.length, 'fault')}, ${counted(notes.length, 'note')}; ${counted(tools, 'tool')}`
            : waits
              ? `${counted(tools, 'tool')}: each is a request of its own`
              : `${answered} of ${tools} tools read`}
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
          {isDone ? 'Every edge and every input fits the contract of its tool.' : 'Nothing found so far.'}
        </p>
      ) : (
        <>
          {faults.length > 0 && <Rows findings={faults} />}
          {notes.length > 0 && (
            <details
              className="border-t border-line first:border-t-0"
              open={faults.length === 0 && notes.length < 4}
            >
              <summary className="px-3 py-1.5 text-2">
                {counted(notes.length, 'note')}: no fault, worth knowing
              </summary>
              <Rows findings={notes} />
            </details>
          )}
        </>
      )}
    </Panel>
  );
}
