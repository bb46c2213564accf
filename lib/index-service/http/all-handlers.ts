// The handlers of endpoints that read the store. Keys, usage, the stream and service endpoints are in service.ts.
import type { Handlers } from './handler-types';
import { eventHandlers } from '@/lib/index-service/log/events-handlers';
import { agentHandlers } from '@/lib/index-service/projections/agents';
import { dagHandlers } from '@/lib/index-service/projections/dags';
import { executionHandlers } from '@/lib/index-service/projections/executions';
import { leaderHandlers } from '@/lib/index-service/projections/leaders';
import { paymentHandlers } from '@/lib/index-service/projections/payments';
import { nameHandlers } from '@/lib/index-service/search/names';
import { searchHandlers } from '@/lib/index-service/search/search';
import { eventStatsHandlers } from '@/lib/index-service/stats/event-stats';
import { executionStatsHandlers } from '@/lib/index-service/stats/execution-stats';
import { failureStatsHandlers } from '@/lib/index-service/stats/failure-stats';
import { leaderStatsHandlers } from '@/lib/index-service/stats/leader-stats';
import { paymentStatsHandlers } from '@/lib/index-service/stats/payment-stats';
import { vertexStatsHandlers } from '@/lib/index-service/stats/vertex-visit-stats';
import { taskHandlers } from '@/lib/index-service/projections/tasks';
import { toolHandlers } from '@/lib/index-service/projections/tools';

export const allHandlers: Handlers = {
  ...agentHandlers,
  ...dagHandlers,
  ...eventHandlers,
  ...executionHandlers,
  ...leaderHandlers,
  ...paymentHandlers,
  ...nameHandlers,
  ...searchHandlers,
  ...eventStatsHandlers,
  ...executionStatsHandlers,
  ...failureStatsHandlers,
  ...leaderStatsHandlers,
  ...paymentStatsHandlers,
  ...vertexStatsHandlers,
  ...taskHandlers,
  ...toolHandlers,
};
