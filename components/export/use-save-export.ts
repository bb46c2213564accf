// Hands rows to the browser as a file, in the one form that all files of rows have (lib/view/export-file.ts): here they get their index and their time.
import { useSession } from '@/components/shell/session-context';
import { saveText } from '@/components/ui/save-file';
import {
  exportLines,
  exportName,
  exportTypes,
  type ExportFacts,
  type ExportForm,
} from '@/lib/view/export-file';

/** So long at a time lines are written, in milliseconds: the page goes on living meanwhile. */
const STRETCH_MS = 16;

async function written(lines: Iterable<string>): Promise<string> {
  const parts: string[] = [];
  let rested = performance.now();
  for (const line of lines) {
    parts.push(line);
    if (performance.now() - rested < STRETCH_MS) continue;
    await new Promise((done) => setTimeout(done, 0));
    rested = performance.now();
  }
  return parts.join('');
}

interface RowsToSave<Item> {
  form: ExportForm;
  items: readonly Item[];
  /** `index` only where it is not the one in use. */
  facts: Omit<ExportFacts, 'index' | 'made_at'> & Partial<Pick<ExportFacts, 'index'>>;
  fields?: readonly string[];
  rowOf?: (item: Item) => object;
}

/** How a page saves its rows. */
export function useSaveExport() {
  const { host, release, network, log_id } = useSession().index;
  return async <Item extends object>({ form, items, facts: told, ...shape }: RowsToSave<Item>) => {
    const facts = { index: { host, release, network, log_id }, ...told, made_at: Date.now() };
    const text = await written(exportLines(form, items, facts, shape));
    saveText(exportName(facts, form), text, exportTypes[form]);
  };
}
