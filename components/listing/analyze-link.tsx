import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { analyze, type Query } from '@/lib/view/paths';

/** From a list to its rows counted on the Analyze page: of a month, as lists are of any time. `question` has the measure and the filters. */
export function AnalyzeLink({ question }: { question: Query }) {
  return (
    <Button asChild>
      <Link href={analyze({ and: 'none', period: '30d', ...question })} prefetch={false}>
        Analyze
      </Link>
    </Button>
  );
}
