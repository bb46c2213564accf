// How a page that knows nothing of alerts learns that there are some.

/** Under this name the switches are kept. */
export const SWITCHES = 'dagscope.alerts';
/** Said in the window in which one was turned; its detail: whether any is on. Storage tells only the other tabs. */
export const SWITCHED = 'dagscope:alerts-switched';
