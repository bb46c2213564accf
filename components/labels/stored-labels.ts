// The labels of this browser, separately for each network. They are never sent anywhere.
import { labelsOf } from '@/lib/client/id-labels';
import { storedOnNetwork } from '@/lib/client/local-storage';

export const storedLabels = storedOnNetwork('dagscope.labels', labelsOf);
