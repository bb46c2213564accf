'use client';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useTheme } from 'next-themes';
import { IconButton } from '@/components/ui/button';
import { Menu, MenuChoice } from '@/components/ui/menu';
import { useInBrowser } from '@/components/values/now';

const OPTIONS = [
  { value: 'system', label: 'As the system', Icon: Monitor },
  { value: 'dark', label: 'Dark', Icon: Moon },
  { value: 'light', label: 'Light', Icon: Sun },
] as const;
type Theme = (typeof OPTIONS)[number]['value'];

/** Dark, light, or as the system has it. The server does not know the choice, so the drawing waits for the browser. */
export function ThemeSwitch() {
  const { theme, setTheme } = useTheme();
  const inBrowser = useInBrowser();
  const chosen = (inBrowser && OPTIONS.find((option) => option.value === theme)) || OPTIONS[0];
  return (
    <Menu
      trigger={
        <IconButton label="Theme">
          <chosen.Icon size={15} aria-hidden />
        </IconButton>
      }
    >
      <MenuChoice<Theme> label="Theme" value={chosen.value} options={OPTIONS} onChange={setTheme} />
    </Menu>
  );
}
