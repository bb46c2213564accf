// Every rule of the suite, in the order it is run.
import { accessRules } from './rules/access';
import { caveatRules } from './rules/caveats';
import { historyRules, streamRules } from './rules/events';
import { keyRules } from './rules/keys';
import { listingRules, recordRules } from './rules/listings';
import { portDataRules } from './rules/port-data';
import { resourceRules } from './rules/resources';
import type { Rule } from './rule';

export const allRules: Rule[] = [
  ...listingRules,
  ...recordRules,
  ...resourceRules,
  ...accessRules,
  ...keyRules,
  ...historyRules,
  ...streamRules,
  ...caveatRules,
  ...portDataRules,
];
