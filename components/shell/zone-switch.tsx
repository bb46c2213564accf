'use client';
import { Button } from '@/components/ui/button';
import { Menu, MenuChoice } from '@/components/ui/menu';
import { ZoneName } from '@/components/values/time';
import { useZone } from '@/components/values/zone';
import type { Zone } from '@/lib/view/time';

const OPTIONS = [
  { value: 'utc', label: 'UTC' },
  { value: 'local', label: 'Local time of this machine' },
] as const;

/** The one zone switch: every time of the app follows. */
export function ZoneSwitch() {
  const [zone, setZone] = useZone();
  return (
    <Menu
      trigger={
        <Button tone="plain" size="small" className="rounded-full!" data-tip="Zone of all times">
          <span className="sr-only">Zone of all times: </span>
          <ZoneName />
        </Button>
      }
    >
      <MenuChoice<Zone> label="Zone of all times" value={zone} options={OPTIONS} onChange={setZone} />
    </Menu>
  );
}
