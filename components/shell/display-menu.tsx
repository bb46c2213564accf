'use client';
import { useTheme } from 'next-themes';
import { Menu, MenuChoice } from '@/components/ui/menu';
import { setPreferences, usePreferences } from '@/components/values/preferences';
import { useInBrowser } from '@/components/values/now';
import type { Preferences } from '@/lib/view/preferences';
import { DisplayButton } from './display-button';
import { themeOf, THEMES, type Theme } from './themes';

const DENSITIES = [
  { value: 'compact', label: 'Compact rows' },
  { value: 'normal', label: 'Normal rows' },
  { value: 'roomy', label: 'Roomy rows' },
] as const;
const UNITS = [
  { value: 'whole', label: 'SUI and US' },
  { value: 'base', label: 'Base units (MIST)' },
] as const;
const MOTIONS = [
  { value: 'system', label: 'Motion as the system has it' },
  { value: 'reduced', label: 'No motion' },
] as const;

/** Theme, density, units and motion: each kept, for every page. */
export function DisplayMenu() {
  const { theme, setTheme } = useTheme();
  const inBrowser = useInBrowser();
  const { density, units, motion } = usePreferences();
  return (
    <Menu trigger={<DisplayButton />} defaultOpen>
      <MenuChoice<Theme>
        label="Theme"
        // The server does not know the choice.
        value={inBrowser ? themeOf(theme) : 'system'}
        options={THEMES}
        onChange={setTheme}
      />
      <MenuChoice<Preferences['density']>
        label="Density"
        value={density}
        options={DENSITIES}
        onChange={(next) => setPreferences({ density: next })}
      />
      <MenuChoice<Preferences['units']>
        label="Amounts"
        value={units}
        options={UNITS}
        onChange={(next) => setPreferences({ units: next })}
      />
      <MenuChoice<Preferences['motion']>
        label="Motion"
        value={motion}
        options={MOTIONS}
        onChange={(next) => setPreferences({ motion: next })}
      />
    </Menu>
  );
}
