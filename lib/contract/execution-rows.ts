// The rows that an event adds to an execution's listings (spec 2.8, 2.9), with its port data as served (spec 2.16).
// The index derives its tables by these rules, and the console the rows of events that it has only seen on the stream.
import { shortKindName, type EventKind, type PayloadOf } from './event-kinds/catalogue';
import { executionEventTypes } from './executions';
import type { RuntimeVertex } from './event-kinds/payload-fields';
import { objectIdOf, type PortData, type PortDataMap, type PortValue } from './port-data';

/** Parses JSON text with exact integers; throws for anything else. */
type ParseJson = (text: string) => unknown;

/** A vertex as columns; a plain one has no iteration. */
export function vertexColumns(vertex: RuntimeVertex) {
  return vertex.variant === 'Plain'
    ? { vertex_name: vertex.vertex.name, vertex_iteration: null, out_of: null }
    : { vertex_name: vertex.vertex.name, vertex_iteration: vertex.iteration, out_of: vertex.out_of };
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Text that is no JSON is kept as text; undefined when the bytes are not base64 or not UTF-8. */
function decodeBytes(base64: string, parse: ParseJson): { data: unknown } | undefined {
  let text: string;
  try {
    text = UTF8.decode(Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0)));
  } catch {
    return undefined;
  }
  try {
    return { data: parse(text) };
  } catch {
    return { data: text };
  }
}

/** Standard or for URLs, as storage services write ids, with or without padding. */
const BASE64 = /^(?:[A-Za-z0-9+/]+|[A-Za-z0-9_-]+)={0,2}$/;

function isBase64(value: unknown): boolean {
  if (typeof value !== 'string' || !BASE64.test(value)) return false;
  const digits = value.replace(/=+$/, '').length;
  return digits % 4 !== 1 && (value.length === digits || value.length % 4 === 0);
}

function renderValue(value: PortValue, parse: ParseJson): PortValue | undefined {
  const fields = value as Record<string, unknown> & { kind: string };
  if (fields.kind === 'data' && !('data' in fields) && typeof fields['bytes'] === 'string') {
    const decoded = decodeBytes(fields['bytes'], parse);
    return decoded && { kind: 'data', data: decoded.data };
  }
  if (fields.kind === 'blob' && !(isBase64(fields['blob_id']) && isBase64(fields['content_digest'])))
    return undefined;
  const object_id = objectIdOf(value);
  return object_id === undefined ? value : { kind: 'object', object_id };
}

/** The port as served; undefined if one of its values is not UTF-8, or a blob whose id or digest is not base64. */
export function renderPort(port: PortData, parse: ParseJson): PortData | undefined {
  if ('many' in port) {
    const values = (port.many as PortValue[]).map((value) => renderValue(value, parse));
    return values.every((value) => value !== undefined) ? { many: values } : undefined;
  }
  const rendered = renderValue((port as { one: PortValue }).one, parse);
  return rendered && { one: rendered };
}

/** All ports as served; null when there are none. */
function renderPorts(ports: PortDataMap, parse: ParseJson): PortDataMap | null {
  const renderedPorts = Object.entries(ports)
    .map(([name, port]) => [name, renderPort(port, parse)] as const)
    .filter((pair): pair is [string, PortData] => pair[1] !== undefined);
  return renderedPorts.length === 0 ? null : Object.fromEntries(renderedPorts);
}

/** The kinds that become rows of `/executions/{id}/events`. */
export const executionEventKinds = executionEventTypes.map((type) => `${type}Event` as const);

/** An event of one of these kinds with its payload decoded. */
type Decoded<Kind extends EventKind> = { [One in Kind]: { kind: One; payload: PayloadOf<One> } }[Kind];

/** The columns of a row of `/executions/{id}/events` beside its id, transaction and time. */
export function executionEventColumns(
  event: Decoded<(typeof executionEventKinds)[number]>,
  parse: ParseJson,
) {
  const { vertex_name, vertex_iteration } = vertexColumns(
    event.kind === 'RequestWalkExecutionEvent' ? event.payload.next_vertex : event.payload.vertex,
  );
  const common = {
    execution_id: event.payload.execution,
    event_type: shortKindName(event.kind),
    vertex_name,
    vertex_iteration,
    walk_index: event.payload.walk_index,
    variant: null,
    failure_reason: null,
    has_primary_failure_evidence: null,
    has_secondary_failure_evidence: null,
    leader: null,
    ports_data: null,
  };
  switch (event.kind) {
    case 'WalkAdvancedEvent':
    case 'EndStateReachedEvent':
      return {
        ...common,
        variant: event.payload.variant.name,
        ports_data: renderPorts(event.payload.variant_ports_to_data, parse),
      };
    case 'WalkFailedEvent':
    case 'TerminalErrEvalRecordedEvent':
      return { ...common, failure_reason: event.payload.reason };
    case 'CommittedToolResultEvent':
      return {
        ...common,
        leader: event.payload.leader,
        has_primary_failure_evidence: event.payload.has_primary_failure_evidence,
        has_secondary_failure_evidence: event.payload.has_secondary_failure_evidence,
      };
    default:
      return common;
  }
}

/** The same of `/executions/{id}/submission-failures`. */
export function submissionFailureColumns(payload: PayloadOf<'SubmissionFailureEvidenceRecordedEvent'>) {
  const { vertex_name, vertex_iteration } = vertexColumns(payload.vertex);
  const { walk_index, failed_leader, winning_leader, err_eval_hash, reason } = payload;
  return {
    vertex_name,
    vertex_iteration,
    walk_index,
    failed_leader,
    winning_leader,
    err_eval_hash,
    reason,
  };
}
