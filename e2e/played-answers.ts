// Answers of an index that is played by a test: what every page asks before it shows anything.
export const listing = (items: readonly unknown[]) =>
  JSON.stringify({ items, metadata: { next_token: null, total_items: items.length } });

/** The usage of a key that has asked nothing yet. `at`: both ends of the window. */
export const usageOf = (key_id: string, at: string) =>
  JSON.stringify({
    key_id,
    from: at,
    to: at,
    granularity: 'total',
    group_by: 'scope',
    total_requests: 0,
    buckets: [],
  });
