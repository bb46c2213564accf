// The reasons of every record by its name: for its type, and for tests. A page imports those of its own records.
import { agentReasons, skillReasons, skillRevisionReasons } from './agents';
import { dagReasons, dagStructureReasons } from './dags';
import { eventRecordReasons } from './events';
import {
  executionReasons,
  executionEventReasons,
  submissionFailureReasons,
  gasEventReasons,
  walkReasons,
} from './executions';
import { priorityFeeEventReasons } from './fees';
import { usageBucketReasons, issuedKeyReasons } from './keys';
import { leaderReasons, stakeEventReasons, suspensionSkipReasons, leaderRegistryReasons } from './leaders';
import { paymentReasons, ledgerEventReasons } from './payments';
import { taskReasons, occurrenceReasons, reserveReasons } from './tasks';
import { toolReasons } from './tools';

export const nullReasons = {
  agent: agentReasons,
  skill: skillReasons,
  skillRevision: skillRevisionReasons,
  dag: dagReasons,
  dagStructure: dagStructureReasons,
  eventRecord: eventRecordReasons,
  execution: executionReasons,
  executionEvent: executionEventReasons,
  submissionFailure: submissionFailureReasons,
  gasEvent: gasEventReasons,
  walk: walkReasons,
  priorityFeeEvent: priorityFeeEventReasons,
  usageBucket: usageBucketReasons,
  issuedKey: issuedKeyReasons,
  leader: leaderReasons,
  stakeEvent: stakeEventReasons,
  suspensionSkip: suspensionSkipReasons,
  leaderRegistry: leaderRegistryReasons,
  payment: paymentReasons,
  ledgerEvent: ledgerEventReasons,
  task: taskReasons,
  occurrence: occurrenceReasons,
  reserve: reserveReasons,
  tool: toolReasons,
} as const;

export type RecordName = keyof typeof nullReasons;
