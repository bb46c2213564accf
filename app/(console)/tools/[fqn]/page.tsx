import { recordPage } from '@/app/_prefetch/pages';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { ToolDetailView } from './tool-detail';

const { generateMetadata, Page } = recordPage({
  param: 'fqn',
  title: (fqn) => `Tool ${fqn}`,
  queries: (fqn, by) => [endpointQuery('tools.get', { fqn }, {}, by)],
  view: (fqn) => <ToolDetailView fqn={fqn} />,
});

export { generateMetadata };
export default Page;
