// Changes between two revisions of a skill, and the DAGs they are bound to.
import { boundDag, type SkillRevision } from '@/lib/contract/agents';
import { jsonDiff, type JsonChange } from '@/lib/view/json';

export interface RevisionPair {
  from: SkillRevision;
  to: SkillRevision;
  /** Of binding and requirements, field by field. */
  changes: JsonChange[];
  /** The ids of both DAGs, or why there are no two to compare. */
  dags: { left: string; right: string } | string;
}

const bare = ({ dag_binding, requirements }: SkillRevision) => ({ dag_binding, requirements });

function dagsOf(from: SkillRevision, to: SkillRevision): RevisionPair['dags'] {
  const ids: string[] = [];
  for (const { interface_revision, dag_binding } of [from, to]) {
    const bound = boundDag(dag_binding);
    if (bound === 'at run time') return `in revision ${interface_revision} each task chooses its DAG`;
    if (bound === null) return `the binding of revision ${interface_revision} names no DAG`;
    ids.push(bound.dag);
  }
  const [left = '', right = ''] = ids;
  return left === right ? 'both revisions are bound to the same DAG' : { left, right };
}

/** The pair with these revision numbers; null when either is not among `revisions`. */
export function revisionPair(
  revisions: readonly SkillRevision[],
  numbers: readonly [string | undefined, string | undefined],
): RevisionPair | null {
  const [from, to] = numbers.map((number) =>
    revisions.find(({ interface_revision }) => String(interface_revision) === number),
  );
  if (!from || !to) return null;
  return { from, to, changes: jsonDiff(bare(from), bare(to)), dags: dagsOf(from, to) };
}
