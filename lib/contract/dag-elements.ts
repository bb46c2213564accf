// Keeps a malformed element of a DAG structure from failing the whole structure.
// Invariant: what is left out is listed in `unreadable`, so a reader can be told.
const LISTS = {
  vertices: (item: Item) => hasText(item, 'name', 'kind', 'tool_fqn'),
  edges: (item: Item) =>
    hasText(item, 'kind') &&
    hasText(item['from'], 'vertex', 'variant', 'port') &&
    hasText(item['to'], 'vertex', 'port'),
  entry_groups: (item: Item) =>
    hasText(item, 'name') &&
    Array.isArray(item['ports']) &&
    item['ports'].every((port) => hasText(port, 'vertex', 'port')),
  default_values: (item: Item) => hasText(item, 'vertex', 'port') && isPortData(item['value']),
  output_variants: (item: Item) => hasText(item, 'vertex', 'variant', 'port'),
};

type Item = Record<string, unknown>;

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null;
}

function hasText(value: unknown, ...fields: string[]): boolean {
  return isItem(value) && fields.every((field) => typeof value[field] === 'string');
}

function isPortData(value: unknown): boolean {
  if (!isItem(value)) return false;
  if (Array.isArray(value['many'])) return value['many'].every((one) => hasText(one, 'kind'));
  return hasText(value['one'], 'kind') || hasText(value, 'kind');
}

/** Port data may come as a bare value, without its cardinality: that is one value. */
export function withCardinality(value: unknown): unknown {
  return isItem(value) && typeof value['kind'] === 'string' && !('one' in value) && !('many' in value)
    ? { one: value }
    : value;
}

/** The structure without malformed elements; their paths, such as `edges[3]`, are in `unreadable`. */
export function isolateElements(structure: unknown): unknown {
  if (!isItem(structure)) return structure;
  const unreadable: string[] = [];
  const lists = Object.entries(LISTS).flatMap(([name, isReadable]) => {
    const list = structure[name];
    if (!Array.isArray(list)) return [];
    const readable = list.filter((item: unknown, index) => {
      const keep = isItem(item) && isReadable(item);
      if (!keep) unreadable.push(`${name}[${index}]`);
      return keep;
    });
    return [[name, readable]];
  });
  return unreadable.length === 0 ? structure : { ...structure, ...Object.fromEntries(lists), unreadable };
}

/** The paths of elements that were left out. */
export function unreadableElements(structure: object): string[] {
  const { unreadable } = structure as { unreadable?: unknown };
  return Array.isArray(unreadable) ? unreadable.map(String) : [];
}
