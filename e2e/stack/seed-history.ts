// `node --import tsx e2e/stack/seed-history.ts FOLDER`: a store with the shared network `history`, for E2E_HISTORY.
import { NETWORKS } from './global-setup';
import { seedStore } from './stack';

await seedStore(process.argv[2]!, NETWORKS.history);
