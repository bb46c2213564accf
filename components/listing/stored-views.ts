// The saved views of this browser, separately for each network.
import { storedOnNetwork } from '@/lib/client/local-storage';
import { viewsOf } from '@/lib/client/saved-views';

export const storedViews = storedOnNetwork('dagscope.views', viewsOf);
