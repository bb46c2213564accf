// Every tool of the simulated network: registry record and port contract from tools.json, behaviour from tool-behaviour.ts.
// A contract is text: `pair quotes[] &feed` is a data port, a many port and a port that holds an object.
import * as z from 'zod';
import { portOf, type Ports } from './port-values';
import { behaviourOf, type ToolCall } from './tool-behaviour';
import documents from './tools.json';

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

export const tools = z
  .array(toolDocument)
  .parse(documents)
  .map((tool) => {
    const behaviour = behaviourOf[tool.fqn];
    if (behaviour === undefined) throw new Error(`tool ${tool.fqn} has no behaviour`);
    return {
      ...tool,
      respond(call: ToolCall): { variant: string; ports: Ports } {
        const [variant, values] = behaviour(call);
        const ports = (tool.variants[variant] ?? []).map(({ port_name, cardinality, value_kind }) => [
          port_name,
          portOf(values[port_name], cardinality === 'many', value_kind === 'object'),
        ]);
        return { variant, ports: Object.fromEntries(ports) as Ports };
      },
    };
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
