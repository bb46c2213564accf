// Every tool of the simulated network, by its name.
import { documentTools } from './documents';
import { marketTools } from './market';
import { operationTools } from './operations';
import { serviceTools } from './services';
import type { ToolDesign } from './tool-design';

export const tools: readonly ToolDesign[] = [
  ...marketTools,
  ...documentTools,
  ...serviceTools,
  ...operationTools,
];

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
