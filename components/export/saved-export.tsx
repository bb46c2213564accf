import { Button } from '@/components/ui/button';
import { counted } from '@/lib/view/amount';
import type { SavedTable } from './use-save-export';

/** What has been saved, and the file that describes it: a spreadsheet has no place for it. */
export function SavedExport({ table: { name, rows, complete, saveDescription } }: { table: SavedTable }) {
  return (
    <p role="status" className="flex flex-wrap items-center gap-2 text-2">
      <span className="wrap-anywhere">
        Saved {name}: {counted(rows, 'row')}, {complete ? 'complete' : 'incomplete'}
      </span>
      <Button size="small" onClick={saveDescription}>
        Save description
      </Button>
    </p>
  );
}
