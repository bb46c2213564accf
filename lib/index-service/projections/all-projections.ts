// Every projection and summary. A new one's tables are created and filled from the log at the next start.
import { agents, skillRevisions, skills } from './agents';
import { dagCountsSummary } from './dag-counts';
import { dagVertices } from './dag-vertices';
import { dagElements, dags } from './dags';
import { executionFiguresSummary } from './execution-figures';
import { executionLeaders } from './execution-leaders';
import { executionEvents, submissionFailures } from './execution-records';
import { executions } from './executions';
import { leaderCounts } from './leader-counts';
import { leaderRegistry, leaders, stakeEvents, suspensionSkips } from './leaders';
import { paymentLedger, payments, priorityFeeEvents, toolPayments } from './payments';
import type { Projection } from './projection';
import type { Summary } from './summary';
import { occurrences, taskReserves, tasks } from './tasks';
import { tools } from './tools';
import { vertexVisits } from './vertex-visits';

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
  toolPayments,
  priorityFeeEvents,
];

export const allSummaries: readonly Summary[] = [
  dagCountsSummary,
  leaderCounts,
  vertexVisits,
  executionLeaders,
  // Reads the leaders.
  executionFiguresSummary,
];
