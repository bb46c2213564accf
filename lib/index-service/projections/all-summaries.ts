// Every summary of the index.
import { leaderCounts } from './leader-counts';
import type { Summary } from './summary';
import { vertexVisits } from './vertex-visits';

export const allSummaries: readonly Summary[] = [leaderCounts, vertexVisits];
