/** Characters of all texts and names in a value, counted until there are more than `most`. */
export function textIn(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let sum = 0;
  for (const [name, inner] of Object.entries(value)) {
    sum += name.length + textIn(inner, most - sum);
    if (sum > most) break;
  }
  return sum;
}
