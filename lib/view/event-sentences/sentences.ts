// The builders of one family: a sentence for each of its kinds, from the decoded payload.
import type { EventKind, PayloadOf } from '@/lib/contract/event-kinds/catalogue';
import type { Part } from './part';

/** One builder per kind of a family, checked by the compiler. */
export type Sentences<Kinds extends string> = {
  readonly [Kind in Kinds & EventKind]: (payload: PayloadOf<Kind>) => Part[];
};
