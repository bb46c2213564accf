import { periodStats, recordPage } from '@/app/_prefetch/pages';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { ToolDetailView } from './tool-detail';

const { generateMetadata, Page } = recordPage({
  param: 'fqn',
  title: (fqn) => `Tool ${fqn}`,
  queries: (fqn, by, search) => [
    endpointQuery('tools.get', { fqn }, {}, by),
    ...periodStats('stats.vertices', search, () => ({ tool_fqn: fqn }), by),
    ...periodStats('stats.failures', search, () => ({ tool_fqn: fqn }), by),
  ],
  view: (fqn) => <ToolDetailView fqn={fqn} />,
});

export { generateMetadata };
export default Page;
