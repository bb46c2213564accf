'use client';
import type { ComponentType } from 'react';
import { IdFacts, TimeFacts } from '@/components/record/fact-values';
import { MissingScopes, type ScopedPart, Unread } from '@/components/shell/read-failure';
import { PeriodChoice, usePeriod } from '@/components/record/period';
import { RecordPage, TechnicalDetails } from '@/components/record/record-page';
import { useSession } from '@/components/shell/session-context';
import { Fact, Facts } from '@/components/values/facts';
import { PanelBoundary } from '@/components/ui/error-panel';
import { Amount } from '@/components/values/amount';
import { Fqn } from '@/components/values/fqn';
import { LongText } from '@/components/values/long-text';
import { ObjectId } from '@/components/values/object-id';
import { Maybe } from '@/components/values/maybe';
import { Status } from '@/components/values/status';
import { Time } from '@/components/values/time';
import { type ToolDetail, outputVariantsOf, type PortContract, type Tool } from '@/lib/contract/tools';
import { FIELD_NOT_PROVIDED, nullReason } from '@/lib/view/null-reasons';
import { toolReasons } from '@/lib/view/null-reasons/tools';
import { tools } from '@/lib/view/paths';
import { formatDuration } from '@/lib/view/time';
import { unitOf, counted } from '@/lib/view/amount';
import { ToolCalls, ToolVerdict } from './tool-calls';
import { Staleness, ToolHistory, VerifiedSince } from './tool-history';
import { UsedBy } from './used-by';
import { Panel } from '@/components/ui/panel';
import { PlainLink } from '@/components/ui/plain-link';
import { RowsTable } from '@/components/values/table';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
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
              <li translate="no" key={change.port} className="mono">
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
function Versions({ fqn }: { fqn: string }) {
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
        rowKey={(version) => version.fqn}
        isSelected={(version) => version.fqn === fqn}
        columns={[
          { head: 'Version', cell: (version) => <Fqn value={version.fqn} /> },
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
            cell: (version) => {
              const previous = versions[versions.indexOf(version) + 1];
              if (previous === undefined) return <span className="text-3">first listed version</span>;
              return <Changes fqn={version.fqn} previous={previous.fqn} />;
            },
          },
        ]}
      />
    </Panel>
  );
}

function Ports({ ports, label }: { ports: readonly PortContract[]; label: string }) {
  if (ports.length === 0) return <p className="px-3 py-2 text-3">No ports</p>;
  return (
    <RowsTable
      label={label}
      rows={ports}
      rowKey={({ port_name }) => port_name}
      columns={[
        {
          head: 'Port',
          className: 'mono break-all whitespace-normal!',
          cell: ({ port_name }) => port_name,
        },
        { head: 'Cardinality', className: 'w-28 text-2', cell: ({ cardinality }) => cardinality },
        { head: 'Value', className: 'w-28 text-2', cell: ({ value_kind }) => value_kind },
      ]}
    />
  );
}

interface VariantPort {
  variant_name: string;
  port: PortContract | null;
}

/** One row a port, and one for a variant without any. */
function portsOf({ variant_name, ports }: { variant_name: string; ports: readonly PortContract[] }) {
  const rows: readonly (PortContract | null)[] = ports.length === 0 ? [null] : ports;
  return rows.map((port): VariantPort => ({ variant_name, port }));
}

/** The immutable port contract of a tool. */
function PortContractView({ tool }: { tool: ToolDetail }) {
  const variants = outputVariantsOf(tool);
  return (
    <div className="grid grid-cols-1 gap-3.5 lg:grid-cols-2">
      <Panel title="Inputs" note={counted(tool.input_schema.length, 'port')} className="self-start">
        <Ports ports={tool.input_schema} label="Input ports" />
      </Panel>
      <Panel
        title="Outputs"
        note={variants === null ? undefined : counted(variants.length, 'variant')}
        className="self-start"
      >
        {variants === null ? (
          <p className="px-3 py-2">
            <Maybe value={null} reason="the index didn't return the output variants" />
          </p>
        ) : (
          <RowsTable
            label="Output ports"
            rows={variants.flatMap(portsOf)}
            rowKey={({ variant_name, port }) => `${variant_name} ${port?.port_name ?? ''}`}
            columns={[
              {
                head: 'Variant',
                className: 'mono break-all whitespace-normal!',
                cell: ({ variant_name }) => variant_name,
              },
              {
                head: 'Port',
                className: 'mono break-all whitespace-normal!',
                cell: ({ port }) => port?.port_name ?? <span className="font-sans text-3">no ports</span>,
              },
              { head: 'Cardinality', className: 'sm:w-28 text-2', cell: ({ port }) => port?.cardinality },
              { head: 'Value', className: 'sm:w-28 text-2', cell: ({ port }) => port?.value_kind },
            ]}
          />
        )}
      </Panel>
    </div>
  );
}

function registration({ is_registered }: ToolDetail): string | null {
  if (is_registered === null) return null;
  return is_registered ? 'registered' : 'unregistered';
}

function ToolFacts({ fqn, tool }: { fqn: string; tool: ToolDetail }) {
  return (
    <Facts>
      <Fact label="Kind">
        <Maybe value={tool.kind} reason={FIELD_NOT_PROVIDED} />
      </Fact>
      <Fact label="Location">
        <Maybe value={tool.location} reason={FIELD_NOT_PROVIDED}>
          {(location) => (
            <span translate="no" className="mono" title={location}>
              {location}
            </span>
          )}
        </Maybe>
      </Fact>
      <Fact label="Verified">
        <Maybe value={tool.verified} reason={nullReason(toolReasons, 'verified', tool)} />{' '}
        <VerifiedSince fqn={fqn} tool={tool} />
      </Fact>
      <Fact label="Collateral">
        <Amount
          value={tool.vault_balance_us}
          unit={unitOf('tool', 'vault_balance_us')}
          reason={nullReason(toolReasons, 'vault_balance_us', tool)}
        />{' '}
        <Staleness fqn={fqn} tool={tool} />
      </Fact>
      <Fact label="Collateral lock">
        <Maybe value={tool.lock_duration_ms} reason={nullReason(toolReasons, 'lock_duration_ms', tool)}>
          {(ms) => formatDuration(ms)}
        </Maybe>
      </Fact>
      <IdFacts reasons={toolReasons} row={tool} fields={{ creator: ['Creator', 'address'] }} />
    </Facts>
  );
}

/** Ids, registration and times. */
function ToolTechnical({ tool }: { tool: ToolDetail }) {
  return (
    <TechnicalDetails gist="Object, registry, registration, times">
      <Facts className="my-0! rounded-none! border-0!">
        <Fact label="Object">
          <ObjectId value={tool.object_id} reason={FIELD_NOT_PROVIDED} />
        </Fact>
        <IdFacts reasons={toolReasons} row={tool} fields={{ registry_object_id: ['Registry', 'object'] }} />
        <Fact label="Authorization first">
          <Maybe
            value={tool.workflow_authorization_cap_first}
            reason={nullReason(toolReasons, 'workflow_authorization_cap_first', tool)}
          />
        </Fact>
        <Fact label="Registered">
          <Time at={tool.registered_at} clock="on chain" reason={FIELD_NOT_PROVIDED} />
        </Fact>
        <Fact label="Unregistered">
          {tool.unregistered_at === null && tool.is_registered === true ? (
            <span className="text-3">still registered</span>
          ) : (
            <Time at={tool.unregistered_at} clock="on chain" reason="not indexed" />
          )}
        </Fact>
        <TimeFacts row={tool} reason={nullReason(toolReasons, 'onchain_created_at', tool)} />
      </Facts>
    </TechnicalDetails>
  );
}

const CALLS = [{ title: 'Calls and failures', scope: 'executions:read', Shown: ToolCalls }] as const;
const USES = [{ title: 'DAGs using this tool', scope: 'dags:read', Shown: UsedBy }] as const;
const PAST = [{ title: 'History', scope: 'events:read', Shown: ToolHistory }] as const;

interface PartsProps {
  fqn: string;
  parts: readonly (ScopedPart & { Shown: ComponentType<{ fqn: string }> })[];
}

/** The parts that the key may read. */
function Parts({ fqn, parts }: PartsProps) {
  const { scopes } = useSession();
  return parts
    .filter(({ scope }) => scopes.includes(scope))
    .map(({ title, Shown }) => (
      <PanelBoundary key={title} name={title}>
        <Shown fqn={fqn} />
      </PanelBoundary>
    ));
}

export function ToolDetailView({ fqn }: { fqn: string }) {
  const { period } = usePeriod();
  return (
    <RecordPage
      name="tools.get"
      params={{ fqn }}
      noun="tool"
      crumb={<PlainLink href={tools()}>Tools</PlainLink>}
      title={<Fqn value={fqn} link={false} />}
      actions={<PeriodChoice period={period} />}
      verdict={({ description }) => (
        <>
          {description !== null && description !== '' && (
            <div className="-mt-1.5 mb-2.5 max-w-[120ch] text-2">
              <LongText text={description} label="description" />
            </div>
          )}
          <ToolVerdict fqn={fqn} />
        </>
      )}
      note={(tool) => <Status value={registration(tool)} reason={FIELD_NOT_PROVIDED} />}
    >
      {(tool) => (
        <>
          <Parts fqn={fqn} parts={CALLS} />
          <ToolFacts fqn={fqn} tool={tool} />
          <Parts fqn={fqn} parts={USES} />
          <h2 className="mt-5 mb-2 font-semibold">
            Port contract <span className="font-normal text-3">fixed at registration</span>
          </h2>
          <PortContractView tool={tool} />
          <PanelBoundary name="Versions">
            <Versions fqn={fqn} />
          </PanelBoundary>
          <Parts fqn={fqn} parts={PAST} />
          <ToolTechnical tool={tool} />
          <MissingScopes parts={[...CALLS, ...USES, ...PAST]} className="mt-3.5" />
        </>
      )}
    </RecordPage>
  );
}
