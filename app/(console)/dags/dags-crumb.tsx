import Link from 'next/link';
import { dags } from '@/lib/view/paths';

export function DagsCrumb() {
  return <Link href={dags()}>DAGs</Link>;
}
