'use client';
import { Tag } from 'lucide-react';
import dynamic from 'next/dynamic';
import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { useLabel } from '@/components/values/names';
import { recordOf } from '@/lib/view/paths';
import { labelTarget } from './label-target';

const LabelDialog = dynamic(async () => (await import('./label-dialog')).LabelDialog);

/** Adds or edits the label of the record that the page shows; its title has the label. */
export function LabelButton() {
  const [open, setOpen] = useState(false);
  const target = labelTarget(recordOf(usePathname() ?? ''));
  const label = useLabel(target?.ref ?? '');
  if (target === null) return null;
  return (
    <>
      <Button tone="quiet" size="small" onClick={() => setOpen(true)}>
        <Tag size={12} aria-hidden />
        {label === undefined ? (
          'Add label'
        ) : (
          <>
            Edit label<span className="sr-only">: {label}</span>
          </>
        )}
      </Button>
      {open && <LabelDialog target={target} onClose={() => setOpen(false)} />}
    </>
  );
}
