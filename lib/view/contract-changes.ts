// What differs between the port contracts of two versions of a tool.
import { outputVariantsOf, type PortContract, type ToolDetail } from '@/lib/contract/tools';

export interface PortChange {
  /** `input section`, `ok.summary` */
  port: string;
  change: 'added' | 'removed' | 'changed';
  /** `one data`; null where there is no such port. */
  before: string | null;
  after: string | null;
}

const kindOf = ({ cardinality, value_kind }: PortContract) => `${cardinality} ${value_kind}`;

/** The ports of a contract and what they hold; null when the outputs are not known. */
function portsOf(detail: ToolDetail): Map<string, string> | null {
  const variants = outputVariantsOf(detail);
  if (variants === null) return null;
  const inputs = detail.input_schema.map((port) => [`input ${port.port_name}`, kindOf(port)] as const);
  const outputs = variants.flatMap(({ variant_name, ports }) =>
    ports.map((port) => [`${variant_name}.${port.port_name}`, kindOf(port)] as const),
  );
  return new Map([...inputs, ...outputs]);
}

/** Ports that only one version has or that hold something else; null when one of the contracts is not known. */
export function contractChanges(before: ToolDetail, after: ToolDetail): PortChange[] | null {
  const [old, now] = [portsOf(before), portsOf(after)];
  if (old === null || now === null) return null;
  const names = [...new Set([...old.keys(), ...now.keys()])];
  return names.flatMap((port): PortChange[] => {
    const was = old.get(port) ?? null;
    const is = now.get(port) ?? null;
    if (was === is) return [];
    let change: PortChange['change'] = 'changed';
    if (was === null) change = 'added';
    if (is === null) change = 'removed';
    return [{ port, change, before: was, after: is }];
  });
}

/** `name` and the number after the last `@`; null where there is none. */
export function versionOf(fqn: string): { name: string; version: number } | null {
  const [, name, digits] = /^(.+)@(\d+)$/.exec(fqn) ?? [];
  return name === undefined ? null : { name, version: Number(digits) };
}
