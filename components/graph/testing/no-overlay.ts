/** A graph with nothing drawn over it. */
export const NO_OVERLAY = {
  selected: null,
  edge: null,
  group: null,
  run: null,
  failed: null,
  findings: new Map(),
  marks: null,
  heat: null,
};
