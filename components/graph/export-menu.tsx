'use client';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { dot, mermaid } from '@/lib/dag/text-export';
import { IconButton } from '@/components/ui/button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { saveFile, saveText } from '@/components/ui/save-file';
import { asPng, asSvg, type Picture } from './export-picture';

/** Saves what is drawn: as a picture with its fonts and a caption, or as text for other tools. */
export function ExportMenu(picture: Picture) {
  const { drawn } = picture;
  const [failure, setFailure] = useState<string | null>(null);
  const save = (work: () => Promise<void>) => {
    setFailure(null);
    work().catch((error: unknown) => setFailure(error instanceof Error ? error.message : String(error)));
  };
  return (
    <>
      <Menu
        trigger={
          <IconButton label="Save the drawing">
            <Download size={13} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem
          onSelect={() =>
            save(async () => {
              const { svg } = await asSvg(picture, new Date());
              saveText('dag.svg', svg, 'image/svg+xml');
            })
          }
        >
          SVG, fonts inside
        </MenuItem>
        <MenuItem onSelect={() => save(async () => saveFile('dag.png', await asPng(picture, new Date())))}>
          PNG
        </MenuItem>
        <MenuItem
          onSelect={() => saveText('dag.mmd', mermaid(drawn.graph, drawn.layout.heading), 'text/plain')}
        >
          Mermaid
        </MenuItem>
        <MenuItem onSelect={() => saveText('dag.dot', dot(drawn.graph, drawn.layout.heading), 'text/plain')}>
          DOT
        </MenuItem>
      </Menu>
      {failure !== null && (
        <p role="alert" className="absolute top-0 right-9 w-60 rounded-sm bg-surface-3 px-2 py-1 text-fail">
          Not saved: {failure}
        </p>
      )}
    </>
  );
}
