// When things happen in the simulated network: it is set up when it is founded, and the rest of its script is in the busy weeks.
import { HOUR } from './transaction';

export interface Age {
  founded: number;
  /** Start of the busy weeks. */
  busy: number;
}

/** Setting up takes less than a day. */
const SET_UP_HOURS = 20;

/** The time of an hour of the script. */
export function timeOf({ founded, busy }: Age, hour: number): number {
  return (hour < SET_UP_HOURS ? founded : busy) + Math.round(hour * HOUR);
}
