import { Badge } from '@/components/ui/badge';
import { statusTone, statusWords } from '@/lib/view/status';
import { Maybe } from './maybe';

interface StatusProps {
  value: string | null;
  reason?: string;
  /** A walk's states have the same names as others' and another meaning. */
  of?: 'record' | 'walk';
}

/** A state in words, with the shape of its tone. */
export function Status({ value, reason, of = 'record' }: StatusProps) {
  if (value === null)
    return <Maybe value={null} reason={reason ?? 'no indexed event has named a state yet'} />;
  return <Badge tone={statusTone(value, of)}>{statusWords(value)}</Badge>;
}
