'use client';
import type { ComponentType } from 'react';
import { Lacking, type ScopedPart } from '@/components/record/missing-scopes';
import { PageHeader } from '@/components/ui/page-header';
import { PanelBoundary } from '@/components/ui/panel-boundary';
import { useSession } from '@/components/shell/session-context';
import { Maybe } from '@/components/values/maybe';
import { endpoints } from '@/lib/contract/endpoints';
import { Counts } from './counts';
import { EventRate } from './event-rate';
import { LatestEvents } from './latest-events';
import { LatestExecutions } from './latest-executions';
import { MoneyMovedPanel } from './money-moved';
import { STATES } from './overview-queries';
import { States } from './states';
import { TasksDue } from './tasks-due';

interface Part extends ScopedPart {
  Shown: ComponentType;
}

/** Two columns of their own: a low panel leaves no hole beside a high one. */
const COLUMNS: readonly (readonly Part[])[] = [
  [
    { title: 'Events of the last hour', scope: 'events:read', Shown: EventRate },
    { title: 'Latest executions', scope: 'executions:read', Shown: LatestExecutions },
    { title: 'Tasks due', scope: 'events:read', Shown: TasksDue },
  ],
  [
    { title: 'Money moved in the last hour', scope: 'events:read', Shown: MoneyMovedPanel },
    { title: 'Latest events', scope: 'events:read', Shown: LatestEvents },
  ],
];

const ALL_PARTS: readonly ScopedPart[] = [
  ...STATES.map(({ title, name }) => ({ title, scope: endpoints[name].access })),
  ...COLUMNS.flat(),
];

export function OverviewPage() {
  const { index, scopes } = useSession();
  // A column that is left empty is not drawn.
  const columns = COLUMNS.map((parts) => parts.filter(({ scope }) => scopes.includes(scope))).filter(
    ({ length }) => length > 0,
  );
  return (
    <>
      <PageHeader
        title="Overview"
        note={
          <span>
            network <Maybe value={index.network} reason="the index does not name its network" />
          </span>
        }
      />
      <Counts />
      <PanelBoundary name="How things stand">
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
        {/* Beside one column it fills the other; under two, or alone, it has the whole width. */}
        <Lacking parts={ALL_PARTS} className="xl:odd:col-span-2" />
      </div>
    </>
  );
}
