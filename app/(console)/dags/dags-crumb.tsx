import Link from 'next/link';
import { dags } from '@/lib/view/paths';

/** Above the title of a page about DAGs: back to all of them. */
export function DagsCrumb() {
  return <Link href={dags()}>DAGs</Link>;
}
