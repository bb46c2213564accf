// What a measure of the Analyze page is: the endpoint that computes it, and the list whose rows it is of.
import type { Answer, EndpointName } from '@/lib/contract/endpoints';
import type { Dimension } from './analyze-dimensions';
import type { MeasureUnit } from './analyze-values';
import type { Query } from './paths';

export type StatsName = Exclude<Extract<EndpointName, `stats.${string}`>, 'stats.tasks'>;
type GroupOf<Name extends StatsName> = Answer<Name>['groups'][number];
/** A group of any of them. */
export type StatsGroup = {
  [
    Field in 'bucket_start' | 'group' | 'subgroup' | 'title' | 'subtitle' | 'count'
  ]: GroupOf<StatsName>[Field];
};

export interface Measure {
  label: string;
  /** In a heading of the list of measures. */
  topic: 'Executions' | 'Cost' | 'Calls' | 'Payments' | 'Leaders' | 'Tasks' | 'Events';
  endpoint: StatsName;
  unit: MeasureUnit;
  dimensions: Readonly<Record<string, Dimension>>;
  /** What the index orders groups by. */
  order: string;
  figures?: string;
  /** Null where nothing that would decide it is known. `whole`: the group without the cause, of which it is a share. */
  value: (group: StatsGroup, whole: StatsGroup) => bigint | number | null;
  /** What adds up where the values, as rates, do not. */
  part?: Measure['value'];
  /** Groups add up to the total. */
  additive: boolean;
  /** Values may be negative: they have no shares and no columns. */
  signed?: true;
  /** Filters of its own. */
  asks?: Query;
  /** What `count` of a group counts: "execution". */
  base: string;
  /** Null where no list has such rows. */
  page: ((query: Query) => string) | null;
  /** The bounds of the list's time. */
  bounds: readonly [after: string, before: string];
  /** Narrows the list to what `count` of a group counts. */
  all?: Query;
  /** Narrows the list to the rows that the value counts; without it they are all of those. */
  rows?: Query;
  /** The value is the number of the rows that it leads to. */
  counts: boolean;
}

/** The figures of one endpoint's group. A measure is only given groups of its endpoint. */
export const figure =
  <Name extends StatsName>(pick: (group: GroupOf<Name>, whole: GroupOf<Name>) => bigint | number | null) =>
  (group: StatsGroup, whole: StatsGroup) =>
    pick(group as GroupOf<Name>, whole as GroupOf<Name>);
