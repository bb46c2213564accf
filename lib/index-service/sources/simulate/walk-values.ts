// The values held by each input port of a running DAG, by iteration.
// Invariant: a vertex may run when every input port has a value; values from outside a loop serve all iterations.
import type { DagDesign } from './dag-designs/dag-design';
import { valuesOf, type PortData, type Ports } from './port-values';
import { toolOf } from './tools/catalogue';

/** An iteration of a loop (`out_of` is null: not known in advance) or of a fan-out. */
export interface Iteration {
  iteration: number;
  out_of: number | null;
}

export interface WalkValues {
  put(vertex: string, port: string, scope: Iteration | null, value: PortData): void;
  /** A result of a fan-out for the vertex that collects; the values in iteration order once all `out_of` are there. */
  gather(vertex: string, port: string, scope: Iteration, value: PortData): boolean;
  /** The inputs of a vertex, or null while one is missing. */
  inputs(vertex: string, scope: Iteration | null): Ports | null;
}

const key = (vertex: string, scope: Iteration | null) =>
  scope === null ? vertex : `${vertex}[${scope.iteration}]`;

export function createWalkValues(design: DagDesign): WalkValues {
  const held = new Map<string, Ports>();
  const gathered = new Map<string, PortData[]>();
  const at = (name: string): Ports => {
    const ports = held.get(name) ?? {};
    held.set(name, ports);
    return ports;
  };
  for (const { vertex, port, value } of design.defaults) at(vertex)[port] = value;
  return {
    put(vertex, port, scope, value) {
      at(key(vertex, scope))[port] = value;
    },
    gather(vertex, port, scope, value) {
      const name = `${vertex}.${port}`;
      const results = gathered.get(name) ?? [];
      results[scope.iteration] = value;
      gathered.set(name, results);
      if (Object.keys(results).length !== scope.out_of) return false;
      at(vertex)[port] = { many: results.flatMap(valuesOf) };
      return true;
    },
    inputs(vertex, scope) {
      const own = { ...held.get(vertex), ...(scope === null ? {} : held.get(key(vertex, scope))) };
      const wanted = toolOf(design.vertices[vertex] ?? '').inputs;
      return wanted.every(({ port_name }) => own[port_name] !== undefined) ? own : null;
    },
  };
}
