import { useQuery } from '@tanstack/react-query';
import { Unread } from '@/components/shell/failure';
import { Panel } from '@/components/ui/panel';
import { RowsTable } from '@/components/values/table';
import { Fqn } from '@/components/values/fqn';
import { Maybe } from '@/components/values/maybe';
import { Status } from '@/components/values/status';
import { Time } from '@/components/values/time';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import type { Tool } from '@/lib/contract/tools';
import { counted } from '@/lib/view/amount';
import { contractChanges, type PortChange, versionOf } from '@/lib/view/contract-changes';

/** The most that one request returns. */
const MOST = 100;

/** Tools of the same name, the newest version first. */
function versionsIn(items: readonly Tool[], name: string): Tool[] {
  const numberOf = ({ fqn }: Tool) => versionOf(fqn)?.version ?? 0;
  return items.filter(({ fqn }) => versionOf(fqn)?.name === name).sort((a, b) => numberOf(b) - numberOf(a));
}

function changeWords({ port, change, before, after }: PortChange): string {
  if (change === 'changed') return `${port}: ${before} → ${after}`;
  return `${change} ${port} (${after ?? before})`;
}

interface ChangesProps {
  fqn: string;
  /** The version before. */
  previous: string;
}

function Changes({ fqn, previous }: ChangesProps) {
  const now = useQuery(endpointQuery('tools.get', { fqn }));
  const before = useQuery(endpointQuery('tools.get', { fqn: previous }));
  if (now.data === undefined || before.data === undefined)
    return <Unread error={now.error ?? before.error} />;
  return (
    <Maybe
      value={contractChanges(before.data, now.data)}
      reason="the index didn't return the output variants"
    >
      {(changes) =>
        changes.length === 0 ? (
          <span className="text-3">same ports</span>
        ) : (
          <ul>
            {changes.map((change) => (
              <li key={change.port} className="mono">
                {changeWords(change)}
              </li>
            ))}
          </ul>
        )
      }
    </Maybe>
  );
}

/** Other versions of a tool, and how the port contract of each differs from the one before; nothing where there is only one. */
export function Versions({ fqn }: { fqn: string }) {
  const name = versionOf(fqn)?.name;
  const query = { fqn: `${name}@`, page_size: String(MOST) };
  const { data } = useQuery({ ...endpointQuery('tools.list', {}, query), enabled: name !== undefined });
  if (data === undefined || name === undefined) return null;
  const versions = versionsIn(data.items, name);
  if (versions.length < 2) return null;
  return (
    <Panel title="Versions" note={counted(versions.length, 'version')} className="mt-3.5">
      <RowsTable
        stacks
        label="Versions of this tool"
        rows={versions}
        rowKey={(one) => one.fqn}
        isSelected={(one) => one.fqn === fqn}
        columns={[
          { head: 'Version', cell: (one) => <Fqn value={one.fqn} /> },
          {
            head: 'State',
            cell: ({ is_registered }) => <Status value={is_registered ? 'registered' : 'unregistered'} />,
          },
          {
            head: 'Registered',
            cell: ({ registered_at }) => <Time at={registered_at} clock="on chain" className="text-2" />,
          },
          {
            head: 'Changed ports',
            className: 'w-full whitespace-normal!',
            cell: (one) => {
              const previous = versions[versions.indexOf(one) + 1];
              if (previous === undefined) return <span className="text-3">first listed version</span>;
              return <Changes fqn={one.fqn} previous={previous.fqn} />;
            },
          },
        ]}
      />
    </Panel>
  );
}
