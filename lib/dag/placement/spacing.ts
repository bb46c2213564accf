// Every distance and limit of the placement, in layout pixels unless named otherwise.

/** Around the whole drawing, and between its connected parts, which are packed to about this aspect ratio. */
export const drawing = { padding: 16, partGap: 48, aspect: 1.8 };

/** Vertical gaps between two cells of a rank: two cards, a card and an edge, two edges, an edge and a label. */
export const cellGap = { cards: 34, card: 20, passing: 12, label: 10 };

/** Vertical edge segments in the channel between two ranks; a crowded channel packs them closer. */
export const channel = { track: 12, minTrack: 2.5, crowded: 260, margin: 20, minWidth: 46 };

/** Rows of a wrapped graph: the gap between them, and the lanes of the edges that cross it. */
export const row = { gap: 40, lane: 12, margin: 60 };

/** When a graph is wrapped: once it is this many times longer than high, where at most this many edges cross. */
export const wrap = { minAspect: 3, maxCrossings: 8 };

/** The longest row, and the aspect ratio of all rows together; a screen is wider than it is high. */
export const pages = {
  right: { width: 1500, aspect: 2.2 },
  down: { width: 1100, aspect: 1 / 2.2 },
} as const;
