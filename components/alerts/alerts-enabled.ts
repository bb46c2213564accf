// What every page needs to know about alerts: whether any is on. Kept apart so that nothing else is loaded until one is.

export const SWITCHES = 'dagscope.alerts';
/** Dispatched on window when alerts are switched; `detail`: whether any is on. Storage events reach other tabs only. */
export const ALERTS_ENABLED = 'dagscope:alerts-enabled';
