// The handlers of all statistics (spec 10.5).
import type { Handlers } from '@/lib/index-service/http/handlers';
import { costStatsHandlers } from './cost-stats';
import { eventStatsHandlers } from './event-stats';
import { executionStatsHandlers } from './execution-stats';
import { failureStatsHandlers } from './failure-stats';
import { leaderStatsHandlers } from './leader-stats';
import { totalsHandlers } from './totals';
import { vertexStatsHandlers } from './vertex-stats';

export const statsHandlers: Handlers = {
  ...costStatsHandlers,
  ...eventStatsHandlers,
  ...executionStatsHandlers,
  ...failureStatsHandlers,
  ...leaderStatsHandlers,
  ...totalsHandlers,
  ...vertexStatsHandlers,
};
