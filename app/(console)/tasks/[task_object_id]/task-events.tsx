'use client';
import { useQuery } from '@tanstack/react-query';
import { EventsList } from '@/app/(console)/events-list';
import { Failure, NO_SCOPE } from '@/components/shell/failure';
import { useMay } from '@/components/shell/session-context';
import { eventsAboutQuery } from '@/lib/client/queries/events-about-query';
import { families, type EventKind } from '@/lib/contract/event-kinds/catalogue';

const KINDS = Object.keys(families.scheduler) as EventKind[];

/** What happened to a task, told by the scheduler's events that name it. */
export function TaskEvents({ task_object_id }: { task_object_id: string }) {
  const may = useMay('events:read');
  const query = useQuery({ ...eventsAboutQuery(KINDS, task_object_id), enabled: may });
  if (!may) return <Failure what="the events of this task" error={NO_SCOPE} scope="events:read" />;
  return (
    <EventsList
      query={query}
      what="the events of this task"
      none="None of the events that were looked through names this task."
    />
  );
}
