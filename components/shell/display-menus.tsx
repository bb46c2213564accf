'use client';
import { Monitor, Moon, SlidersHorizontal, Sun } from 'lucide-react';
import { Button, IconButton } from '@/components/ui/button';
import { Menu } from '@/components/ui/menu';
import { setPreferences, usePreferences } from '@/components/values/preferences';
import { ZoneName } from '@/components/values/time';
import type { Preferences } from '@/lib/view/preferences';

const THEMES = [
  { value: 'system', label: 'System' },
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
] as const;
type Theme = Preferences['theme'];
const THEME_ICONS = { system: Monitor, dark: Moon, light: Sun } as const;

const setTheme = (theme: Theme) => setPreferences({ theme });

/** Theme alone, for pages outside the console's frame. */
export function ThemeMenu() {
  const { theme } = usePreferences();
  const Icon = THEME_ICONS[theme];
  return (
    <Menu
      trigger={
        <IconButton label="Theme">
          <Icon size={15} aria-hidden />
        </IconButton>
      }
    >
      {({ MenuChoice }) => (
        <MenuChoice<Theme> label="Theme" value={theme} options={THEMES} onChange={setTheme} />
      )}
    </Menu>
  );
}

/** Theme and labels. */
export function DisplayMenu({ onLabels }: { onLabels: () => void }) {
  const { theme } = usePreferences();
  return (
    <Menu
      trigger={
        <IconButton label="Display">
          <SlidersHorizontal size={15} aria-hidden />
        </IconButton>
      }
    >
      {({ MenuChoice, MenuItem }) => (
        <>
          <MenuChoice<Theme> label="Theme" value={theme} options={THEMES} onChange={setTheme} />
          <MenuItem onSelect={onLabels}>Labels…</MenuItem>
        </>
      )}
    </Menu>
  );
}

const ZONES = [
  { value: 'utc', label: 'UTC' },
  { value: 'local', label: 'Local time' },
] as const;

/** The time zone in which every time is printed. */
export function ZoneMenu() {
  const { zone } = usePreferences();
  return (
    <Menu
      trigger={
        <Button tone="plain" size="small" className="rounded-full!" data-tip="Time zone">
          <span className="sr-only">Time zone: </span>
          <ZoneName />
        </Button>
      }
    >
      {({ MenuChoice }) => (
        <MenuChoice<Preferences['zone']>
          label="Time zone"
          value={zone}
          options={ZONES}
          onChange={(next) => setPreferences({ zone: next })}
        />
      )}
    </Menu>
  );
}
