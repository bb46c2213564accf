// The handlers of endpoints that read the store. Keys, usage, the stream and service endpoints are in service.ts.
import type { Handlers } from './handlers';
import { eventHandlers } from '@/lib/index-service/log/events-handlers';
import { agentHandlers } from '@/lib/index-service/projections/agents';
import { dagHandlers } from '@/lib/index-service/projections/dags';
import { executionHandlers } from '@/lib/index-service/projections/executions';
import { leaderHandlers } from '@/lib/index-service/projections/leaders';
import { paymentHandlers } from '@/lib/index-service/projections/payments';
import { searchHandlers } from '@/lib/index-service/search/search';
import { statsHandlers } from '@/lib/index-service/stats/stats-handlers';
import { taskHandlers } from '@/lib/index-service/projections/tasks';
import { toolHandlers } from '@/lib/index-service/projections/tools';

export const allHandlers: Handlers = {
  ...agentHandlers,
  ...dagHandlers,
  ...eventHandlers,
  ...executionHandlers,
  ...leaderHandlers,
  ...paymentHandlers,
  ...searchHandlers,
  ...statsHandlers,
  ...taskHandlers,
  ...toolHandlers,
};
