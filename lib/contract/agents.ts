// Agents (spec 4.4), their skills (spec 2.4) and skill revisions (spec 2.5).
import * as z from 'zod/mini';
import { dagBinding } from './event-kinds/payload-fields';
import { hexId, int64, record, rowTimes, timestamp, unspecified } from './record';
import { createdBetween, idParam, orderParam, paging } from './query-params';

/** {variant: 'Pinned', dag_id} or {variant: 'RuntimeSelected'} from our index; other shapes are shown as JSON. */
export const dagBindingRecord = record({});

export const skill = record({
  agent_object_id: hexId,
  skill_id: int64,
  active: z.nullable(z.boolean()),
  description: z.nullable(z.string()),
  current_interface_revision: int64,
  dag_binding: dagBindingRecord,
  dag_object_id: z.nullable(hexId),
  requirements: z.nullable(record({})),
  record_refreshed_at: z.nullable(timestamp),
  ...rowTimes,
});
export type Skill = z.output<typeof skill>;

export const skillRevision = record({
  interface_revision: int64,
  dag_binding: dagBindingRecord,
  requirements: z.nullable(record({})),
  tx_digest: z.string(),
  created_at: timestamp,
});
export type SkillRevision = z.output<typeof skillRevision>;

/** No field of an agent is specified, but its skills name it. */
function namedBySkills<Row extends { agent_object_id: string | null; skills: Skill[] | null }>(
  row: Row,
): Row {
  return { ...row, agent_object_id: row.agent_object_id ?? row.skills?.[0]?.agent_object_id ?? null };
}

export const agent = record({
  agent_object_id: unspecified(hexId),
  vault_object_id: unspecified(hexId),
  creator: unspecified(hexId),
  skills: unspecified(z.array(skill)),
  created_at: unspecified(timestamp),
  updated_at: unspecified(timestamp),
  onchain_created_at: unspecified(timestamp),
}).check(z.overwrite(namedBySkills));
export type Agent = z.output<typeof agent>;

export const agentFilters = z.object({
  creator: z.optional(idParam),
  ...createdBetween,
  order_by: z.optional(
    orderParam([
      'agent_object_id',
      'skill_count',
      'creator',
      'vault_object_id',
      'onchain_created_at',
      'updated_at',
    ]),
  ),
  ...paging,
});

/** The DAG that a binding names (spec 2.4): its id; `at run time` when each task chooses its own; null when the binding cannot be read. */
export function boundDag(binding: unknown): { dag: string } | 'at run time' | null {
  const { data } = dagBinding.safeParse(binding);
  if (!data) return null;
  return data.variant === 'Pinned' ? { dag: data.dag_id } : 'at run time';
}
