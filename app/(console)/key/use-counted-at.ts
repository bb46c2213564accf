import { useZone } from '@/components/values/preferences';
import { clockTime } from '@/lib/view/time';

/** `, as of 14:03:09 UTC`: two reports of one range differ by the requests between them. Empty before the first (0). */
export function useCountedAt(answeredAt: number): string {
  const zone = useZone();
  return answeredAt === 0 ? '' : `, as of ${clockTime(answeredAt, zone)}`;
}
