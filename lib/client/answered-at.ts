// React Query stamps answers with the device's clock; what is shown follows the server's.
import type { DehydratedState } from '@tanstack/react-query';
import { serverClock } from '@/lib/time/server-clock';

/** When a query was answered, by the server's clock; 0 when it was not. */
export const answeredAt = ({ dataUpdatedAt }: { dataUpdatedAt: number }): number =>
  dataUpdatedAt === 0 ? 0 : serverClock.fromDevice(dataUpdatedAt);

/** What a server read, stamped as if this device had read it: React Query compares the stamp with the device's clock. */
export function asReadHere(state: DehydratedState): DehydratedState {
  if (serverClock.offset() === 0) return state;
  const queries = state.queries.map((query) => {
    const dataUpdatedAt = serverClock.toDevice(query.state.dataUpdatedAt);
    return { ...query, state: { ...query.state, dataUpdatedAt } };
  });
  return { ...state, queries };
}
