// Names of chain variants (`OffChain`, `ForEach`) as the API spells them (`off_chain`, `for_each`).

export function snakeCase(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase();
}
