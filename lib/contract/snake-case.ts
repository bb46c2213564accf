// Variant names (`OffChain`) as the API spells them (`off_chain`).

export function snakeCase(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase();
}
