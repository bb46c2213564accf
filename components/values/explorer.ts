import { createContext } from 'react';

/** The address of a public explorer with `{kind}` and `{id}`; null where there is none. */
export const ExplorerAddress = createContext<string | null>(null);
