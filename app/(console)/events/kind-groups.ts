// The kinds of events as the chooser offers them: short names, by family and by the hue that families share. Invariant: every kind of the catalogue once in each.
import { families, shortKindName, type Family } from '@/lib/contract/event-kinds/catalogue';
import type { CountedKinds } from '@/lib/client/queries/event-queries';
import { familyLooks, hues, type Hue } from '@/lib/view/families';

export interface KindFamily {
  family: Family;
  kinds: readonly string[];
}

export const kindFamilies: readonly KindFamily[] = Object.entries(families).map(([family, kinds]) => ({
  family: family as Family,
  kinds: Object.keys(kinds).map(shortKindName).sort(),
}));

const ofHue = (hue: Hue) => kindFamilies.filter(({ family }) => familyLooks[family].hue === hue);

export const kindHues = hues.map((hue) => ({
  hue,
  families: ofHue(hue).map(({ family }) => family),
  kinds: ofHue(hue).flatMap(({ kinds }) => kinds),
}));

export const KINDS_IN_ALL = kindFamilies.reduce((sum, { kinds }) => sum + kinds.length, 0);

/** A count a family: what the chips and the heads of the chooser say. */
export const familiesToCount: CountedKinds = {
  name: 'families',
  kinds: Object.fromEntries(kindFamilies.map(({ family, kinds }) => [family, kinds])),
};

/** A count a kind of one family. */
export function kindsToCount({ family, kinds }: KindFamily): CountedKinds {
  return { name: family, kinds: Object.fromEntries(kinds.map((kind) => [kind, [kind]])) };
}
