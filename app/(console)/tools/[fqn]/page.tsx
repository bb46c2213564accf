import type { Metadata } from 'next';
import { Prefetched } from '@/app/_prefetch/prefetched';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { readOnServer } from '@/lib/relay/server-reader';
import { ToolDetailView } from './tool-detail';

type Props = PageProps<'/tools/[fqn]'>;

async function fqnOf({ params }: Props): Promise<string> {
  return decodeURIComponent((await params).fqn);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: `Tool ${await fqnOf(props)}` };
}

export default async function ToolPage(props: Props) {
  const fqn = await fqnOf(props);
  return (
    <Prefetched queries={[endpointQuery('tools.get', { fqn }, {}, readOnServer)]}>
      <ToolDetailView fqn={fqn} />
    </Prefetched>
  );
}
