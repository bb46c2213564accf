'use client';
import { Menu, MenuChoice } from '@/components/ui/menu';
import { setPreferences, usePreferences } from '@/components/values/preferences';
import type { Preferences } from '@/lib/view/preferences';
import { ZoneButton } from './zone-button';

const OPTIONS = [
  { value: 'utc', label: 'UTC' },
  { value: 'local', label: 'Local time of this machine' },
] as const;

/** The choice of the zone, with its button. */
export function ZoneMenu() {
  const { zone } = usePreferences();
  return (
    <Menu trigger={<ZoneButton />} defaultOpen>
      <MenuChoice<Preferences['zone']>
        label="Zone of all times"
        value={zone}
        options={OPTIONS}
        onChange={(next) => setPreferences({ zone: next })}
      />
    </Menu>
  );
}
