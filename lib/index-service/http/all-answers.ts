// The endpoints that are answered from the store. Keys, usage, the stream and service endpoints are in service.ts.
import type { Answers } from './answers';
import { eventAnswers } from '@/lib/index-service/log/events-answers';
import { agentAnswers } from '@/lib/index-service/projections/agents-answers';
import { dagAnswers } from '@/lib/index-service/projections/dags-answers';
import { executionAnswers } from '@/lib/index-service/projections/executions-answers';
import { leaderAnswers } from '@/lib/index-service/projections/leaders-answers';
import { paymentAnswers } from '@/lib/index-service/projections/payments-answers';
import { taskAnswers } from '@/lib/index-service/projections/tasks-answers';
import { toolAnswers } from '@/lib/index-service/projections/tools-answers';

export const allAnswers: Answers = {
  ...agentAnswers,
  ...dagAnswers,
  ...eventAnswers,
  ...executionAnswers,
  ...leaderAnswers,
  ...paymentAnswers,
  ...taskAnswers,
  ...toolAnswers,
};
