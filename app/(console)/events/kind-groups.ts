// Event kinds as the filter offers them: short names by family, and by the hue that families share. Every kind is in each once.
import { families, shortKindName, type Family } from '@/lib/contract/event-kinds/catalogue';
import type { CountedKinds } from '@/lib/client/queries/event-queries';
import { familyLooks, hues, type Hue } from '@/lib/view/event-families';

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

export const KIND_COUNT = kindFamilies.reduce((sum, { kinds }) => sum + kinds.length, 0);

/** One count per family, for the chips and the family headings. */
export const familiesToCount: CountedKinds = {
  name: 'families',
  kinds: Object.fromEntries(kindFamilies.map(({ family, kinds }) => [family, kinds])),
};

/** One count per kind of a family. */
export function kindsToCount({ family, kinds }: KindFamily): CountedKinds {
  return { name: family, kinds: Object.fromEntries(kinds.map((kind) => [kind, [kind]])) };
}
