import type { PayloadLink } from '@/lib/view/payload-links';
import { Fqn } from './fqn';
import { Id } from './id';

/** What a payload names (payload-links.ts), with its page. */
export function Linked({ family, value }: Pick<PayloadLink, 'family' | 'value'>) {
  return family === 'tool' ? <Fqn value={value} /> : <Id family={family} value={value} />;
}
