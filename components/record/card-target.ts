// Which record a link leads to, where one request is enough for its hover card.
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

/** Null for lists, transactions and addresses (whose page takes eight requests). */
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
