import type { Metadata } from 'next';
import { Prefetched } from '@/app/_prefetch/prefetched';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { Panel } from '@/components/ui/panel';
import { readOnServer } from '@/lib/relay/server-reader';
import { readPasted, shortId } from '@/lib/view/ids';
import { AddressDetail } from './address-detail';
import { addressQueries } from './address-queries';

type Props = PageProps<'/address/[address]'>;

/** Null: not an address. */
async function addressOf({ params }: Props): Promise<string | null> {
  const { kind, value } = readPasted(decodeURIComponent((await params).address));
  return kind === 'object' ? value : null;
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const address = await addressOf(props);
  return { title: address === null ? 'Address' : `Address ${shortId(address)}` };
}

export default async function AddressPage(props: Props) {
  const address = await addressOf(props);
  if (address === null)
    return (
      <>
        <PageHeader title="Address" />
        <Panel>
          <EmptyState kind="nothing-yet" title="Not an address">
            An address is 0x followed by up to 64 hex digits.
          </EmptyState>
        </Panel>
      </>
    );
  return (
    <Prefetched queries={addressQueries(address, readOnServer)}>
      <AddressDetail address={address} />
    </Prefetched>
  );
}
