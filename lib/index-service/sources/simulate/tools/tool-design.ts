// What a tool of the simulated network is: its registry record, its port contract, its price and how it answers.
// The contract is written as words: `pair quotes[] &feed` = a data port, a many port, a port that holds an object.
import type { World } from '@/lib/index-service/sources/simulate/ids';
import type { Ports } from '@/lib/index-service/sources/simulate/port-values';
import type { Random } from '@/lib/index-service/sources/simulate/random';

export interface PortDesign {
  port_name: string;
  cardinality: 'one' | 'many';
  value_kind: 'object' | 'data';
}

/** What a tool is asked: its input ports, and which iteration of a loop or fan-out this is (0 outside). */
export interface Ask {
  world: World;
  random: Random;
  inputs: Ports;
  iteration: number;
  /** A name that no other call has, for ids of what the call creates. */
  call: string;
}

export interface Answer {
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
  answer(ask: Ask): Answer;
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

function design(kind: ToolDesign['kind'], fqn: string, words: ToolWords, answer: ToolDesign['answer']) {
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
    answer,
  } satisfies ToolDesign;
}

/** A tool behind a URL. */
export const http = (fqn: string, words: ToolWords, answer: ToolDesign['answer']): ToolDesign =>
  design('http', fqn, words, answer);

/** A tool that is a module on the chain. */
export const chain = (fqn: string, words: ToolWords, answer: ToolDesign['answer']): ToolDesign =>
  design('chain', fqn, words, answer);
