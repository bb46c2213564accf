import { Id, type IdProps } from './id';

/** An id after the words that say what it is, cut to one line; the reader's own label replaces them. Its cell is a wide one. */
export function TitledId({ title, ...id }: IdProps & { title: string | null }) {
  return <Id {...id} name={title} withId />;
}
