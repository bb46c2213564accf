// Agents, their skills (spec 2.4) and skill revisions (spec 2.5). The shape of GET /agents is ours (decisions.md).
import * as z from 'zod';
import { int64 } from './int64';
import { createdBetween, idParam, paging } from './query-params';
import { record, rowTimes, timestamp } from './record';

/** {variant: 'Pinned', dag_id} or {variant: 'RuntimeSelected'} from our index; other shapes are shown as JSON. */
export const dagBindingRecord = record({});

export const skill = record({
  agent_object_id: z.string(),
  skill_id: int64,
  active: z.boolean().nullable(),
  description: z.string().nullable(),
  current_interface_revision: int64,
  dag_binding: dagBindingRecord,
  dag_object_id: z.string().nullable(),
  requirements: record({}).nullable(),
  record_refreshed_at: timestamp.nullable(),
  ...rowTimes,
});
export type Skill = z.output<typeof skill>;

export const skillRevision = record({
  interface_revision: int64,
  dag_binding: dagBindingRecord,
  requirements: record({}).nullable(),
  tx_digest: z.string(),
  created_at: timestamp,
});
export type SkillRevision = z.output<typeof skillRevision>;

export const agent = record({
  agent_object_id: z.string(),
  vault_object_id: z.string().nullable(),
  creator: z.string().nullable(),
  skills: z.array(skill),
  ...rowTimes,
});
export type Agent = z.output<typeof agent>;

export const agentFilters = z.object({ creator: idParam.optional(), ...createdBetween, ...paging });
