'use client';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useTheme } from 'next-themes';
import { IconButton } from '@/components/ui/button';
import { Menu, MenuChoice } from '@/components/ui/menu';
import { useInBrowser } from '@/components/values/now';
import { themeOf, THEMES, type Theme } from './themes';

const DRAWINGS = { system: Monitor, dark: Moon, light: Sun } as const;

/** Dark, light, or as the system has it. The server does not know the choice, so the drawing waits for the browser. */
export function ThemeSwitch() {
  const { theme, setTheme } = useTheme();
  const inBrowser = useInBrowser();
  const chosen = inBrowser ? themeOf(theme) : 'system';
  const Drawing = DRAWINGS[chosen];
  return (
    <Menu
      trigger={
        <IconButton label="Theme">
          <Drawing size={15} aria-hidden />
        </IconButton>
      }
    >
      <MenuChoice<Theme> label="Theme" value={chosen} options={THEMES} onChange={setTheme} />
    </Menu>
  );
}
