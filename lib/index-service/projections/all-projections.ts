// Every projection. A new one's table is created and filled from the log at the next start.
import { agents, skillRevisions, skills } from './agents';
import { dagVertices } from './dag-vertices';
import { dagElements, dags } from './dags';
import { executionEvents, submissionFailures } from './execution-records';
import { executions } from './executions';
import { leaderRegistry, leaders, stakeEvents, suspensionSkips } from './leaders';
import { paymentLedger, payments, priorityFeeEvents } from './payments';
import type { Projection } from './projection';
import { occurrences, taskReserves, tasks } from './tasks';
import { tools } from './tools';

export const allProjections: readonly Projection[] = [
  dags,
  dagElements,
  dagVertices,
  tools,
  leaders,
  stakeEvents,
  suspensionSkips,
  leaderRegistry,
  agents,
  skills,
  skillRevisions,
  tasks,
  occurrences,
  taskReserves,
  executions,
  executionEvents,
  submissionFailures,
  payments,
  paymentLedger,
  priorityFeeEvents,
];
