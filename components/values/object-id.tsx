import { ExplorerLink } from './explorer-link';
import { Id, type IdProps } from './id';

/** An object without a page in the console, such as a vault or a registry, with its page in the explorer. Rows of lists show the id alone. */
export function ObjectId(props: Omit<IdProps, 'family'>) {
  return (
    <span className="inline-flex max-w-full items-center gap-x-1">
      <Id family="object" {...props} />
      <ExplorerLink kind="object" id={props.value ?? ''} />
    </span>
  );
}
