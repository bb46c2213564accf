import { useZone } from '@/components/values/zone';
import { clockTime } from '@/lib/view/time';

/** `, as counted at 14:03:09 UTC`: two reports of the same window differ by what was asked between them, so each says its moment. Empty before the answer (0). */
export function useCountedAt(answeredAt: number): string {
  const zone = useZone();
  return answeredAt === 0 ? '' : `, as counted at ${clockTime(answeredAt, zone)}`;
}
