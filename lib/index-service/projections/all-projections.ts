// Every projection. A new one's table is created and filled from the log at the next start.
import { agents } from './agents';
import { dagElements } from './dag-elements';
import { dags } from './dags';
import { executionEvents } from './execution-events';
import { executions } from './executions';
import { leaderRegistry } from './leader-registry';
import { leaders } from './leaders';
import { occurrences } from './occurrences';
import { paymentLedger } from './payment-ledger';
import { payments } from './payments';
import { priorityFeeEvents } from './priority-fee-events';
import type { Projection } from './projection';
import { skillRevisions } from './skill-revisions';
import { skills } from './skills';
import { stakeEvents } from './stake-events';
import { submissionFailures } from './submission-failures';
import { suspensionSkips } from './suspension-skips';
import { taskReserves } from './task-reserves';
import { tasks } from './tasks';
import { tools } from './tools';

export const allProjections: readonly Projection[] = [
  dags,
  dagElements,
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
