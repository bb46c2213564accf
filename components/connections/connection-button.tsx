'use client';
import { ChevronsUpDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useSession } from '@/components/shell/session-context';
import { Button } from '@/components/ui/button';

/** Shows which network and key are active. */
export function ConnectionButton(props: ComponentProps<typeof Button>) {
  const { connections, networks, network } = useSession();
  return (
    <Button size="small" className="w-full justify-between!" {...props}>
      <span className="truncate">
        <span className="sr-only">Network and key: </span>
        {networks.length > 1 ? network : connections.length > 1 ? `${connections.length} keys` : '1 key'}
      </span>
      <ChevronsUpDown size={12} aria-hidden />
    </Button>
  );
}
