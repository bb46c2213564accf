// What a task's page reads, for server and browser alike: the index has no endpoint for a single task.
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { eventsAboutQuery } from '@/lib/client/queries/events-about-query';
import { findRowQuery } from '@/lib/client/queries/all-pages-query';
import type { Read } from '@/lib/client/read';
import { families, type EventKind } from '@/lib/contract/event-kinds/catalogue';
import type { Execution } from '@/lib/contract/executions';

export function occurrencesQuery(task_object_id: string, by?: Read) {
  return endpointQuery('tasks.occurrences', { task_object_id }, {}, by);
}

export function reserveQuery(task_object_id: string, by?: Read) {
  return endpointQuery('tasks.reserve', { task_object_id }, {}, by);
}

const SCHEDULER = Object.keys(families.scheduler) as EventKind[];

/** The scheduler's events that mention the task. */
export function taskEventsQuery(task_object_id: string) {
  return eventsAboutQuery(SCHEDULER, task_object_id);
}

/** The task's row: first among its agent's tasks, then among all. */
export function taskRowQuery(task_object_id: string, executions: readonly Execution[], by?: Read) {
  const agent_object_id =
    executions.find((execution) => execution.agent_object_id !== null)?.agent_object_id ?? null;
  const narrowings = agent_object_id === null ? [{}] : [{ agent_object_id }, {}];
  return findRowQuery(
    'tasks.list',
    {},
    task_object_id,
    (row) => row.object_id === task_object_id,
    narrowings,
    by,
  );
}
