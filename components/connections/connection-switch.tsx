'use client';
import { ChevronsUpDown } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useSession } from '@/components/shell/session-context';
import { Button } from '@/components/ui/button';
import { usePathname } from 'next/navigation';
import { Menu } from '@/components/ui/menu';
import { sessionRequests } from '@/lib/client/session';
import { connect, sameListElsewhere } from '@/lib/view/paths';
import { Mono } from '@/components/ui/mono';

/** Shows which network and key are active. */
function ConnectionButton(props: ComponentProps<typeof Button>) {
  const { connections, networks, network } = useSession();
  return (
    <Button size="small" className="w-full justify-between!" {...props}>
      <span className="truncate">
        <span className="sr-only">Network and key: </span>
        {networks.length > 1 ? network : `${connections.length} keys`}
      </span>
      <ChevronsUpDown size={12} aria-hidden />
    </Button>
  );
}

/** The networks and keys of this browser, at the bottom of the sidebar. Switching loads a new document, so no data of one shows under the other. */
export function ConnectionSwitch() {
  const { connection, connections: rendered, network, networks } = useSession();
  const [connections, setConnections] = useState(rendered);
  // Another tab may have added or removed a key since this page was rendered.
  const refresh = () =>
    void sessionRequests.read().then(
      (now) => setConnections(now.connections),
      () => undefined,
    );
  const pathname = usePathname() ?? '';
  const [failed, setFailed] = useState(false);
  const several = networks.length > 1;
  const use = (id: string) => {
    if (id === connection) return;
    sessionRequests.use(id).then(
      () => window.location.assign(sameListElsewhere(pathname)),
      () => setFailed(true),
    );
  };
  return (
    <div className="mt-auto px-1 pb-2">
      {failed && (
        <p role="alert" className="px-1 pb-1 text-xs text-fail">
          Could not switch. Try again.
        </p>
      )}
      <Menu align="start" onOpen={refresh} trigger={<ConnectionButton />}>
        {({ MenuChoice, MenuItem }) => (
          <>
            <MenuChoice
              label={several ? 'Network and key' : 'Key'}
              value={connection ?? ''}
              options={connections.map(({ id, network, key_id }) => ({
                value: id,
                label: (
                  <>
                    {several && <span>{network}</span>}
                    <Mono className="text-3">{key_id ?? 'unknown ID'}</Mono>
                  </>
                ),
              }))}
              onChange={use}
            />
            {networks
              .filter(({ name }) => !connections.some(({ network }) => network === name))
              .map(({ name }) => (
                <MenuItem
                  key={name}
                  onSelect={() =>
                    window.location.assign(connect(sameListElsewhere(pathname), { network: name }))
                  }
                >
                  Connect to {name}…
                </MenuItem>
              ))}
            <MenuItem
              onSelect={() =>
                window.location.assign(
                  connect(sameListElsewhere(pathname), { network: several ? network : undefined }),
                )
              }
            >
              Connect another key…
            </MenuItem>
          </>
        )}
      </Menu>
    </div>
  );
}
