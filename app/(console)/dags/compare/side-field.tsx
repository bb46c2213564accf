'use client';
import { useId, useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Id } from '@/components/values/id';

interface SideFieldProps {
  label: string;
  value: string | null;
  onChange: (id: string | null) => void;
}

/** One side of a comparison: the DAG that stands there, and a field to put another in its place. */
export function SideField({ label, value, onChange }: SideFieldProps) {
  const id = useId();
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    onChange(text.trim());
    setText('');
  };
  return (
    <form onSubmit={submit} className="rounded-md border border-line bg-surface px-3 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <label htmlFor={id} className="text-3">
          {label}
        </label>
        {value === null ? <span className="text-3">none yet</span> : <Id family="dag" value={value} />}
      </div>
      <div className="mt-1.5 flex gap-2">
        <input
          id={id}
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder="0x… of another DAG"
          spellCheck={false}
          className="h-[30px] min-w-0 flex-1 rounded-sm border border-line-strong bg-surface-2 px-2 mono"
        />
        <Button type="submit" disabled={text.trim() === ''}>
          Compare
        </Button>
      </div>
    </form>
  );
}
