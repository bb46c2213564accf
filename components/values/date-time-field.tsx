'use client';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { TextField } from '@/components/ui/field';
import { readMinute, type TypedMinute } from '@/lib/view/time-input';
import type { Zone } from '@/lib/view/time';

const INCOMPLETE = 'Enter a complete date and time';

export interface DateTimeHandle {
  /** Reads the field and shows what is wrong with it; null when it is empty. */
  read: () => TypedMinute | null;
}

interface DateTimeFieldProps {
  ref: Ref<DateTimeHandle>;
  label: string;
  zone: Zone;
  value: string;
  onChange: (text: string) => void;
  error?: string | null;
  step?: number;
  className?: string;
}

/** A date and time of a zone. A text that cannot be read stays in the field, with the reason. */
export function DateTimeField({ ref, zone, value, onChange, error = null, ...field }: DateTimeFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isIncomplete, setIncomplete] = useState(false);
  const parsed = readMinute(value, zone);
  const problem = parsed !== null && 'error' in parsed ? parsed.error : null;
  useImperativeHandle(ref, () => ({
    read: () => {
      // The browser reports a field that is filled in part as empty.
      const incomplete = input.current?.validity.badInput === true;
      setIncomplete(incomplete);
      return incomplete ? { error: INCOMPLETE } : readMinute(value, zone);
    },
  }));
  return (
    <TextField
      {...field}
      ref={input}
      type="datetime-local"
      value={value}
      hint={parsed !== null && 'note' in parsed ? parsed.note : undefined}
      error={isIncomplete ? INCOMPLETE : (problem ?? error)}
      onChange={(text) => {
        setIncomplete(false);
        onChange(text);
      }}
    />
  );
}
