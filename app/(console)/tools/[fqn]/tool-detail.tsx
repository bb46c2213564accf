'use client';
import Link from 'next/link';
import type { ComponentType } from 'react';
import { IdFacts, TimeFacts } from '@/components/record/fact-values';
import { MissingScopes, type ScopedPart } from '@/components/shell/failure';
import { RecordPage } from '@/components/record/record-page';
import { useSession } from '@/components/shell/session-context';
import { Fact, Facts } from '@/components/values/facts';
import { PanelBoundary } from '@/components/ui/error-panel';
import { Amount } from '@/components/values/amount';
import { Fqn } from '@/components/values/fqn';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { Status } from '@/components/values/status';
import { Time } from '@/components/values/time';
import type { ToolDetail } from '@/lib/contract/tools';
import { nullReason } from '@/lib/view/null-reasons';
import { tools } from '@/lib/view/paths';
import { formatDuration } from '@/lib/view/time';
import { unitOf } from '@/lib/view/amount';
import { PortContractView } from './port-contract';
import { ToolCalls } from './tool-calls';
import { Staleness, ToolHistory, VerifiedSince } from './tool-history';
import { UsedBy } from './used-by';
import { Versions } from './versions';

/** No field of a tool's detail beside the port contract is specified. */
const NOT_TOLD = 'this index does not provide it';

function registration({ is_registered }: ToolDetail): string | null {
  if (is_registered === null) return null;
  return is_registered ? 'registered' : 'unregistered';
}

function ToolFacts({ fqn, tool }: { fqn: string; tool: ToolDetail }) {
  return (
    <Facts>
      <Fact label="Object">
        <Id family="object" value={tool.object_id} reason={NOT_TOLD} />
      </Fact>
      <Fact label="Kind">
        <Maybe value={tool.kind} reason={NOT_TOLD} />
      </Fact>
      <Fact label="Location">
        <Maybe value={tool.location} reason={NOT_TOLD}>
          {(location) => (
            <span className="mono" title={location}>
              {location}
            </span>
          )}
        </Maybe>
      </Fact>
      <Fact label="Verified">
        <Maybe value={tool.verified} reason={nullReason('tool', 'verified')} />{' '}
        <VerifiedSince fqn={fqn} tool={tool} />
      </Fact>
      <Fact label="Collateral">
        <Amount
          value={tool.vault_balance_us}
          unit={unitOf('tool', 'vault_balance_us')}
          reason={nullReason('tool', 'vault_balance_us')}
        />{' '}
        <Staleness fqn={fqn} tool={tool} />
      </Fact>
      <Fact label="Lock per invocation">
        <Maybe value={tool.lock_duration_ms} reason={nullReason('tool', 'lock_duration_ms')}>
          {(ms) => formatDuration(ms)}
        </Maybe>
      </Fact>
      <Fact label="Authorization first">
        <Maybe
          value={tool.workflow_authorization_cap_first}
          reason={nullReason('tool', 'workflow_authorization_cap_first')}
        />
      </Fact>
      <IdFacts
        record="tool"
        row={tool}
        fields={{ creator: ['Creator', 'address'], registry_object_id: ['Registry', 'object'] }}
      />
      <Fact label="Registered">
        <Time at={tool.registered_at} clock="on chain" reason={NOT_TOLD} />
      </Fact>
      <Fact label="Unregistered">
        {tool.unregistered_at === null && tool.is_registered === true ? (
          <span className="text-3">still registered</span>
        ) : (
          <Time at={tool.unregistered_at} clock="on chain" reason="not indexed" />
        )}
      </Fact>
      <TimeFacts row={tool} reason={nullReason('tool', 'onchain_created_at')} />
    </Facts>
  );
}

const FIGURES = [
  { title: 'Calls and failures', scope: 'executions:read', Shown: ToolCalls },
  { title: 'DAGs using this tool', scope: 'dags:read', Shown: UsedBy },
] as const;
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
  return (
    <RecordPage
      name="tools.get"
      params={{ fqn }}
      noun="tool"
      crumb={<Link href={tools()}>Tools</Link>}
      title={<Fqn value={fqn} link={false} />}
      note={(tool) => <Status value={registration(tool)} reason={NOT_TOLD} />}
    >
      {(tool) => (
        <>
          {tool.description !== null && tool.description !== '' && (
            <p className="max-w-[80ch] text-2">{tool.description}</p>
          )}
          <ToolFacts fqn={fqn} tool={tool} />
          <Parts fqn={fqn} parts={FIGURES} />
          <h2 className="mt-5 mb-2 font-semibold">
            Port contract <span className="font-normal text-3">fixed at registration</span>
          </h2>
          <PortContractView tool={tool} />
          <PanelBoundary name="Versions">
            <Versions fqn={fqn} />
          </PanelBoundary>
          <Parts fqn={fqn} parts={PAST} />
          <MissingScopes parts={[...FIGURES, ...PAST]} className="mt-3.5" />
        </>
      )}
    </RecordPage>
  );
}
