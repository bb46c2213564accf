'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { saveText } from '@/components/ui/save-file';
import { labelLines, MAX_LABELS, parseLabelLines, withLabels } from '@/lib/client/id-labels';
import { useLocalStorage } from '@/lib/client/use-local-storage';
import { counted } from '@/lib/view/amount';
import { storedLabels } from './stored-labels';

const MAX_FILE_BYTES = 5_000_000;
const PROBLEMS_SHOWN = 10;

interface Import {
  summary: string;
  problems: readonly string[];
}

async function importFile(file: File): Promise<Import> {
  if (file.size > MAX_FILE_BYTES) return { summary: 'File is larger than 5 MB', problems: [] };
  const { labels, problems } = parseLabelLines(await file.text());
  const all = withLabels(storedLabels.get(), labels);
  if (all.length === MAX_LABELS && labels.length > 0)
    problems.push(`Limit of ${MAX_LABELS} labels reached, some may be missing`);
  storedLabels.set(all);
  return { summary: `${counted(labels.length, 'label')} imported`, problems };
}

/** All labels of this browser: export, import, delete. */
export function ManageLabelsDialog({ onClose }: { onClose: () => void }) {
  const labels = useLocalStorage(storedLabels);
  const [imported, setImported] = useState<Import | null>(null);
  const [confirming, setConfirming] = useState(false);
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    const failed = () => ({ summary: "Couldn't read the file", problems: [] });
    setImported(await importFile(file).catch(failed));
  };
  const clear = () => {
    storedLabels.set([]);
    setConfirming(false);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Labels"
      description="Your names for IDs. Stored in this browser only, never sent."
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-2">
          <p className="mr-auto">{labels.length === 0 ? 'No labels yet' : counted(labels.length, 'label')}</p>
          <Button
            disabled={labels.length === 0}
            onClick={() => saveText('labels.jsonl', labelLines(labels), 'application/jsonl')}
          >
            Export labels
          </Button>
          {confirming ? (
            <>
              <Button tone="danger" onClick={clear}>
                Delete {counted(labels.length, 'label')}
              </Button>
              <Button onClick={() => setConfirming(false)}>Cancel</Button>
            </>
          ) : (
            <Button disabled={labels.length === 0} onClick={() => setConfirming(true)}>
              Delete all
            </Button>
          )}
        </div>
        <Field label="Import labels" hint='One JSON object per line: {"type", "ref", "label"} as in BIP-329'>
          {(control) => (
            <input
              {...control}
              type="file"
              accept=".jsonl,.json,.txt"
              onChange={(event) => void read(event.target.files?.[0])}
            />
          )}
        </Field>
        {imported !== null && (
          <div role="status">
            <p>{imported.summary}</p>
            {imported.problems.length > 0 && (
              <ul className="mt-1 text-warn">
                {imported.problems.slice(0, PROBLEMS_SHOWN).map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
                {imported.problems.length > PROBLEMS_SHOWN && (
                  <li>{imported.problems.length - PROBLEMS_SHOWN} more</li>
                )}
              </ul>
            )}
          </div>
        )}
      </div>
    </Dialog>
  );
}
