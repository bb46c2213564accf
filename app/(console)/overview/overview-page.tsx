'use client';
import type { ComponentType } from 'react';
import { RunHealth } from '@/components/record/run-health';
import { MissingScopes, type ScopedPart } from '@/components/shell/failure';
import { useSession } from '@/components/shell/session-context';
import { PageHeader } from '@/components/ui/page-header';
import { PanelBoundary } from '@/components/ui/error-panel';
import { Maybe } from '@/components/values/maybe';
import { endpoints } from '@/lib/contract/endpoints';
import { Changes } from './changes';
import { Totals, States } from './figures';
import { LastHourEvents, LastHourMoney } from './last-hour';
import { LatestEvents, LatestExecutions } from './latest';
import { STATES } from './overview-queries';
import { TasksDue } from './tasks-due';

interface Part extends ScopedPart {
  Shown: ComponentType;
}

/** Two independent columns, so that a short panel leaves no hole beside a tall one. */
const COLUMNS: readonly (readonly Part[])[] = [
  [
    { title: 'Executions', scope: 'executions:read', Shown: AllRuns },
    { title: 'Events in the last hour', scope: 'events:read', Shown: LastHourEvents },
    { title: 'Tasks due', scope: 'tasks:read', Shown: TasksDue },
  ],
  [
    { title: 'Money moved in the last hour', scope: 'executions:read', Shown: LastHourMoney },
    { title: 'Changes in the last 24 hours', scope: 'events:read', Shown: Changes },
    { title: 'Latest executions', scope: 'executions:read', Shown: LatestExecutions },
    { title: 'Latest events', scope: 'events:read', Shown: LatestEvents },
  ],
];

const ALL_PARTS: readonly ScopedPart[] = [
  ...STATES.map(({ title, name }) => ({ title, scope: endpoints[name].access })),
  ...COLUMNS.flat(),
];

function AllRuns() {
  return <RunHealth title="Executions" />;
}

export function OverviewPage() {
  const { index, scopes } = useSession();
  const columns = COLUMNS.map((parts) => parts.filter(({ scope }) => scopes.includes(scope))).filter(
    ({ length }) => length > 0,
  );
  return (
    <>
      <PageHeader
        title="Overview"
        note={
          <span>
            Network: <Maybe value={index.network} reason="the index doesn't report its network" />
          </span>
        }
      />
      <Totals />
      <PanelBoundary name="current states">
        <States />
      </PanelBoundary>
      <div className="grid items-start gap-3.5 xl:grid-cols-2">
        {columns.map((parts) => (
          <div key={parts[0]?.title} className="grid min-w-0 gap-3.5">
            {parts.map(({ title, Shown }) => (
              <PanelBoundary key={title} name={title}>
                <Shown />
              </PanelBoundary>
            ))}
          </div>
        ))}
        {/* Fills the second column, or the whole width below two. */}
        <MissingScopes parts={ALL_PARTS} className="xl:odd:col-span-2" />
      </div>
    </>
  );
}
