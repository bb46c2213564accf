import type { Metadata } from 'next';
import { Prefetched } from '@/app/_prefetch/prefetched';
import { fromPageProps } from '@/lib/client/filter-url';
import { periodEnd } from '@/lib/client/queries/run-statistics-query';
import { readOnServer } from '@/lib/relay/server-reader';
import { AnalyzePage } from './analyze-page';
import { analysisOf, analysisQueries, beginOf, historyQuery, loadAnalysisUrl } from './analysis';

export const metadata: Metadata = { title: 'Analyze' };

interface AnalyzeProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Analyze({ searchParams }: AnalyzeProps) {
  const search = fromPageProps(await searchParams);
  const end = periodEnd(Date.now());
  const about = (begin: number | null) => analysisOf(loadAnalysisUrl(search), search, end, begin);
  const history = historyQuery(about(null), end, readOnServer);
  return (
    <Prefetched
      queries={[history]}
      more={(read) =>
        analysisQueries(about(beginOf(read.getQueryData(history.queryKey), end)), end, readOnServer)
      }
    >
      <AnalyzePage />
    </Prefetched>
  );
}
