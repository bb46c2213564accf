import type { ComponentProps } from 'react';
import { Button } from '@/components/ui/button';
import { ZoneName } from '@/components/values/time';

export function ZoneButton(props: ComponentProps<typeof Button>) {
  return (
    <Button tone="plain" size="small" className="rounded-full!" data-tip="Zone of all times" {...props}>
      <span className="sr-only">Zone of all times: </span>
      <ZoneName />
    </Button>
  );
}
