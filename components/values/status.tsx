import { Badge } from '@/components/ui/badge';
import { statusTone, statusWords } from '@/lib/view/status';
import { definitionOf } from '@/lib/view/glossary';
import { Tip } from '@/components/ui/tip';
import { Maybe } from './maybe';

interface StatusProps {
  value: string | null;
  reason?: string;
  /** More than the word's definition. */
  tip?: string;
  /** A walk's states have the same names as others' and another meaning. */
  of?: 'record' | 'walk';
}

/** A state in words, with the shape of its tone. */
export function Status({ value, reason, tip, of = 'record' }: StatusProps) {
  if (value === null) return <Maybe value={null} reason={reason ?? 'no status event has been indexed yet'} />;
  const word = statusWords(value);
  return (
    <Tip tip={tip ?? definitionOf(word)} className="inline-flex">
      <Badge tone={statusTone(value, of)}>{word}</Badge>
    </Tip>
  );
}
