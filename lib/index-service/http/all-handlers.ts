// The handlers of endpoints that read the store. Keys, usage, the stream and service endpoints are in service.ts.
import type { Handlers } from './handlers';
import { eventHandlers } from '@/lib/index-service/log/events-handlers';
import { agentHandlers } from '@/lib/index-service/projections/agents-handlers';
import { dagHandlers } from '@/lib/index-service/projections/dags-handlers';
import { executionHandlers } from '@/lib/index-service/projections/executions-handlers';
import { leaderHandlers } from '@/lib/index-service/projections/leaders-handlers';
import { paymentHandlers } from '@/lib/index-service/projections/payments-handlers';
import { taskHandlers } from '@/lib/index-service/projections/tasks-handlers';
import { toolHandlers } from '@/lib/index-service/projections/tools-handlers';

export const allHandlers: Handlers = {
  ...agentHandlers,
  ...dagHandlers,
  ...eventHandlers,
  ...executionHandlers,
  ...leaderHandlers,
  ...paymentHandlers,
  ...taskHandlers,
  ...toolHandlers,
};
