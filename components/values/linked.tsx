import type { PayloadLink } from '@/lib/view/payload-links';
import { Fqn } from './fqn';
import { Id } from './id';
import { ObjectId } from './object-id';

/** What a payload names (payload-links.ts), with its page. */
export function Linked({ family, value }: Pick<PayloadLink, 'family' | 'value'>) {
  if (family === 'tool') return <Fqn value={value} />;
  return family === 'object' ? <ObjectId value={value} /> : <Id family={family} value={value} />;
}
