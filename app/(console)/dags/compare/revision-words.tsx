'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { revisionsQuery } from '@/app/(console)/agents/[agent_object_id]/agent-queries';
import { ChangesTable } from '@/app/(console)/agents/[agent_object_id]/revision-changes';
import { revisionPair } from '@/app/(console)/agents/[agent_object_id]/revision-pair';
import { Panel } from '@/components/ui/panel';
import { counted } from '@/lib/view/amount';
import { agent as agentPage } from '@/lib/view/paths';

interface RevisionWordsProps {
  agent: string;
  skill: string;
  /** `2,3` */
  revisions: string;
  /** The DAGs that are compared. */
  left: string;
  right: string;
}

/** The skill whose revisions are compared, and what else changed between them; nothing once a side is another DAG. */
export function RevisionWords({ agent, skill, revisions, left, right }: RevisionWordsProps) {
  const read = useQuery(revisionsQuery(agent, skill));
  if (read.error && !read.data)
    return (
      <p role="status" className="mb-3.5 text-2">
        The revisions of skill {skill} could not be loaded: {read.error.message}
      </p>
    );
  const [from, to] = revisions.split(',');
  const pair = read.data === undefined ? null : revisionPair(read.data.items, [from, to]);
  if (pair === null || typeof pair.dags === 'string') return null;
  if (pair.dags.left !== left || pair.dags.right !== right) return null;
  const others = pair.changes.filter(({ before, after }) => before !== left || after !== right);
  return (
    <Panel
      title={`Skill ${skill}: from revision ${from} to ${to}`}
      note={others.length === 0 ? 'Only the DAG changed' : counted(others.length, 'other change')}
      actions={
        <Link
          href={agentPage(agent, { peek: skill, revisions })}
          prefetch={false}
          className="hover:text-accent hover:underline"
        >
          View skill
        </Link>
      }
      className="mb-3.5"
      data-testid="revision-words"
    >
      {others.length > 0 && <ChangesTable changes={others} from={from ?? ''} to={to ?? ''} />}
    </Panel>
  );
}
