// A runtime vertex as columns; a plain vertex has no iteration.
import type { RuntimeVertex } from '@/lib/contract/event-kinds/payload-fields';

export function vertexColumns(vertex: RuntimeVertex) {
  return vertex.variant === 'Plain'
    ? { vertex_name: vertex.vertex.name, vertex_iteration: null, out_of: null }
    : { vertex_name: vertex.vertex.name, vertex_iteration: vertex.iteration, out_of: vertex.out_of };
}
