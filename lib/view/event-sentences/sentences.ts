// The builders of one family: a sentence for each of its kinds, from the decoded payload.
import type { EventKind, PayloadOf } from '@/lib/contract/event-kinds/catalogue';
import type { Part } from './part';

/** A builder for every kind named by the rows of a family: the compiler finds the one that is missing. */
export type Sentences<Kinds extends string> = {
  readonly [Kind in Kinds & EventKind]: (payload: PayloadOf<Kind>) => Part[];
};
