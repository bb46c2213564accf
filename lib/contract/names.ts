// GET /names (spec 10.8): names of objects, taken from the descriptions of their skills. Beyond the specification.
import * as z from 'zod/mini';
import { idsParam } from './query-params';
import { hexId, openEnum, record } from './record';

const namedTypes = ['agent', 'dag', 'execution', 'task', 'payment'] as const;

/** Most ids in a request. */
export const MOST_NAMES = 100;

/** Objects without a name are left out. */
export const objectNames = record({
  names: z.array(record({ id: hexId, type: openEnum(namedTypes), name: z.string() })),
});

export const nameFilters = z.object({ ids: z.optional(idsParam(MOST_NAMES)) });
