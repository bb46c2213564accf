'use client';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { dot, mermaid } from '@/lib/dag/text-export';
import { IconButton } from '@/components/ui/button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { saveFile, saveText } from '@/components/ui/save-file';
import { asPng, asSvg } from './export-picture';
import type { DrawnGraph } from './layout/use-layout';

interface ExportMenuProps {
  drawn: DrawnGraph;
  /** Names the DAG under the picture. */
  caption: string;
}

/** Saves what is drawn: as a picture with its fonts and a caption, or as text for other tools. */
export function ExportMenu({ drawn, caption }: ExportMenuProps) {
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
              const { svg } = await asSvg(drawn, caption, new Date());
              saveText('dag.svg', svg, 'image/svg+xml');
            })
          }
        >
          SVG, fonts inside
        </MenuItem>
        <MenuItem
          onSelect={() => save(async () => saveFile('dag.png', await asPng(drawn, caption, new Date())))}
        >
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
