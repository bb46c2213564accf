import { useNowValue } from '@/components/values/now';
import { periodEnd } from '@/lib/client/queries/run-statistics-query';

/** When the page's periods end; empty until the browser's clock is known. */
export const usePeriodEnd = () => useNowValue((now) => (now === null ? '' : periodEnd(now)));
