'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { TextField } from '@/components/ui/field';
import { labelProblem, MAX_LABEL_LENGTH, withLabels, withoutLabel } from '@/lib/client/id-labels';
import type { LabelTarget } from './label-target';
import { storedLabels } from './stored-labels';

/** Sets or removes the label of one id. */
export function LabelDialog({ target, onClose }: { target: LabelTarget; onClose: () => void }) {
  const labels = storedLabels.get();
  const before = labels.find(({ ref }) => ref === target.ref)?.label ?? '';
  const [text, setText] = useState(before);
  const problem = labelProblem(text);
  const save = () => {
    storedLabels.set(withLabels(storedLabels.get(), [{ ...target, label: text.trim() }]));
    onClose();
  };
  const remove = () => {
    storedLabels.set(withoutLabel(storedLabels.get(), target.ref));
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Label"
      description="Shown instead of the ID. Stored in this browser only, never sent."
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (problem === null) save();
        }}
      >
        <p translate="no" className="mono text-xs break-all text-2">
          {target.ref}
        </p>
        <TextField
          label="Label"
          value={text}
          onChange={setText}
          maxLength={MAX_LABEL_LENGTH}
          autoComplete="off"
          error={text === '' || problem === null ? null : `This ${problem}`}
        />
        <div className="flex gap-2">
          <Button tone="primary" type="submit" disabled={problem !== null}>
            Save label
          </Button>
          {before !== '' && <Button onClick={remove}>Remove label</Button>}
        </div>
      </form>
    </Dialog>
  );
}
