// Which object a link of the console leads to, where a card can tell of it with one request.
export const CARD_FAMILIES = [
  'leaders',
  'agents',
  'tools',
  'dags',
  'executions',
  'tasks',
  'payments',
] as const;
export type CardFamily = (typeof CARD_FAMILIES)[number];

export interface CardOf {
  family: CardFamily;
  id: string;
}

/** Null for a link to a listing, an address (whose page takes eight requests) or a transaction. */
export function cardOf(href: string): CardOf | null {
  const [, page, segment, further] = href.split(/[?#]/)[0]?.split('/') ?? [];
  const family = CARD_FAMILIES.find((one) => one === page);
  if (family === undefined || segment === undefined || further !== undefined) return null;
  try {
    const id = decodeURIComponent(segment);
    return id.startsWith('0x') || family === 'tools' ? { family, id } : null;
  } catch {
    return null;
  }
}
