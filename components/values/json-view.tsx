'use client';
import { useMemo } from 'react';
import { prettyJson } from '@/lib/view/json';
import { TextBlock } from './text-block';

interface JsonViewProps {
  value: unknown;
  /** What is shown, for the copy button and screen readers. */
  label?: string;
  className?: string;
}

/** A JSON value as text, integers exact. */
export function JsonView({ value, label = 'JSON', className }: JsonViewProps) {
  const text = useMemo(() => prettyJson(value), [value]);
  return <TextBlock text={text} label={label} className={className} />;
}
