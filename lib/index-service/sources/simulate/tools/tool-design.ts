// The design of a simulated tool: registry record, port contract, price and behaviour.
// A contract is text: `pair quotes[] &feed` is a data port, a many port and a port that holds an object.
import type { World } from '@/lib/index-service/sources/simulate/ids';
import type { Ports } from '@/lib/index-service/sources/simulate/port-values';
import type { Random } from '@/lib/index-service/sources/simulate/random';

export interface PortDesign {
  port_name: string;
  cardinality: 'one' | 'many';
  value_kind: 'object' | 'data';
}

/** A tool call: its input ports and the iteration of the loop or fan-out (0 outside). */
export interface ToolCall {
  world: World;
  random: Random;
  inputs: Ports;
  iteration: number;
  /** A name that no other call has, for ids of what the call creates. */
  call: string;
}

export interface ToolResult {
  variant: string;
  ports: Ports;
}

export interface ToolDesign {
  fqn: string;
  kind: 'http' | 'chain';
  description: string;
  inputs: readonly PortDesign[];
  variants: Readonly<Record<string, readonly PortDesign[]>>;
  /** Fixed price of one call, in MIST. */
  price: bigint;
  /** How long a call takes, low and high, in milliseconds. */
  latency: readonly [number, number];
  verifier: 'None' | 'RegisteredKey' | 'External';
  respond(call: ToolCall): ToolResult;
}

export function ports(words: string): PortDesign[] {
  return words
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => ({
      port_name: word.replace(/^&/, '').replace(/\[\]$/, ''),
      cardinality: word.endsWith('[]') ? 'many' : 'one',
      value_kind: word.startsWith('&') ? 'object' : 'data',
    }));
}

interface ToolWords {
  does: string;
  takes: string;
  gives: Readonly<Record<string, string>>;
  /** In thousandths of a SUI. */
  price: number;
  seconds?: readonly [number, number];
  verifier?: ToolDesign['verifier'];
}

function design(kind: ToolDesign['kind'], fqn: string, words: ToolWords, respond: ToolDesign['respond']) {
  const [low, high] = words.seconds ?? (kind === 'http' ? [0.6, 4] : [0.3, 0.8]);
  return {
    fqn,
    kind,
    description: words.does,
    inputs: ports(words.takes),
    variants: Object.fromEntries(Object.entries(words.gives).map(([name, text]) => [name, ports(text)])),
    price: BigInt(Math.round(words.price * 1000)) * 1000n,
    latency: [low * 1000, high * 1000] as const,
    verifier: words.verifier ?? 'None',
    respond,
  } satisfies ToolDesign;
}

/** A tool behind a URL. */
export const http = (fqn: string, words: ToolWords, respond: ToolDesign['respond']): ToolDesign =>
  design('http', fqn, words, respond);

/** A tool that is a module on the chain. */
export const chain = (fqn: string, words: ToolWords, respond: ToolDesign['respond']): ToolDesign =>
  design('chain', fqn, words, respond);
