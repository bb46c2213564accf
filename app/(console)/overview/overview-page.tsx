'use client';
import { PageHeader } from '@/components/ui/page-header';
import { PanelBoundary } from '@/components/ui/panel-boundary';
import { useSession } from '@/components/shell/session-context';
import { Maybe } from '@/components/values/maybe';
import { Counts } from './counts';
import { EventRate } from './event-rate';
import { LatestEvents } from './latest-events';
import { LatestExecutions } from './latest-executions';
import { MoneyMovedPanel } from './money-moved';
import { States } from './states';
import { TasksDue } from './tasks-due';

export function OverviewPage() {
  const { index } = useSession();
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
      {/* Two columns of their own: a low panel leaves no hole beside a high one. */}
      <div className="grid items-start gap-3.5 xl:grid-cols-2">
        <div className="grid min-w-0 gap-3.5">
          <PanelBoundary name="The events of the last hour">
            <EventRate />
          </PanelBoundary>
          <PanelBoundary name="The latest executions">
            <LatestExecutions />
          </PanelBoundary>
          <PanelBoundary name="The tasks due">
            <TasksDue />
          </PanelBoundary>
        </div>
        <div className="grid min-w-0 gap-3.5">
          <PanelBoundary name="The money of the last hour">
            <MoneyMovedPanel />
          </PanelBoundary>
          <PanelBoundary name="The latest events">
            <LatestEvents />
          </PanelBoundary>
        </div>
      </div>
    </>
  );
}
