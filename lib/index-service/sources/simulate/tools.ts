// Every tool of the simulated network: registry record and port contract from tools.json, behaviour from the files beside it.
// A contract is text: `pair quotes[] &feed` is a data port, a many port and a port that holds an object.
import * as z from 'zod';
import type { Ports } from './port-values';
import type { Random, World } from './world';
import { documentTools } from './document-tools';
import { marketTools } from './market-tools';
import { operationTools } from './operation-tools';
import documents from './tools.json';

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

/** What tools do, by name. */
export type ToolBehaviour = Readonly<Record<string, (call: ToolCall) => ToolResult>>;

const contract = z.string().transform((text) =>
  text.split(' ').map((word) => ({
    port_name: word.replace(/^&/, '').replace(/\[\]$/, ''),
    cardinality: word.endsWith('[]') ? 'many' : 'one',
    value_kind: word.startsWith('&') ? 'object' : 'data',
  })),
);
const toolDocument = z.object({
  fqn: z.string(),
  kind: z.enum(['http', 'chain']),
  description: z.string(),
  inputs: contract,
  /** Ports by output variant. */
  variants: z.record(z.string(), contract),
  /** Fixed price of one call: thousandths of a SUI in the document, MIST in the network. */
  price: z.number().transform((price) => BigInt(Math.round(price * 1000)) * 1000n),
  /** How long a call takes, low and high. */
  seconds: z.tuple([z.number(), z.number()]),
  verifier: z.enum(['None', 'RegisteredKey', 'External']).default('None'),
});

const behaviour: ToolBehaviour = { ...marketTools, ...documentTools, ...operationTools };

export const tools = z
  .array(toolDocument)
  .parse(documents)
  .map((tool) => {
    const respond = behaviour[tool.fqn];
    if (respond === undefined) throw new Error(`tool ${tool.fqn} has no behaviour`);
    return { ...tool, respond };
  });
export type ToolDesign = (typeof tools)[number];

const byName = new Map(tools.map((tool) => [tool.fqn, tool]));

/** Throws when a DAG design names a tool that does not exist. */
export function toolOf(fqn: string): ToolDesign {
  const tool = byName.get(fqn);
  if (tool === undefined) throw new Error(`no tool ${fqn} in the simulated network`);
  return tool;
}

/** Tools that move money take a proof of the agent's consent instead of a plain signature (spec 2.11). */
export function takesAgentProof(fqn: string): boolean {
  return fqn.includes('.settlement.') || fqn.includes('.escrow.');
}
