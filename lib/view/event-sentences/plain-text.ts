// A sentence as plain text, for accessible names, exports and copying.
import { formatAmount } from '@/lib/view/amount';
import { shortId } from '@/lib/view/ids';
import { timestampOf } from '@/lib/view/time';
import type { Part } from './part';

export function plainText(parts: readonly Part[]): string {
  return parts.map(textOf).join('');
}

function textOf(part: Part): string {
  if ('text' in part) return part.text;
  if ('id' in part) return shortId(part.id);
  if ('fqn' in part) return part.fqn;
  if ('vertex' in part) return part.iteration === null ? part.vertex : `${part.vertex} [${part.iteration}]`;
  if ('at_ms' in part) return timestampOf(part.at_ms);
  const { number, unit } = formatAmount(part.amount, part.unit);
  return part.unit === 'none' ? number : `${number} ${unit}`;
}
