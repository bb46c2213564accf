import { SlidersHorizontal } from 'lucide-react';
import type { ComponentProps } from 'react';
import { IconButton } from '@/components/ui/button';

export function DisplayButton(props: Omit<ComponentProps<typeof IconButton>, 'label'>) {
  return (
    <IconButton label="Display" {...props}>
      <SlidersHorizontal size={15} aria-hidden />
    </IconButton>
  );
}
