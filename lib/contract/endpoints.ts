// The endpoint table (spec 4, 4.4, 10.1). It drives the upstream client, the relay's allow-list, the index's router and the browser's reader.
// Invariant: a path, a parameter or a scope is written here and nowhere else.
import * as z from 'zod/mini';
import {
  agentPath,
  dagPath,
  executionPath,
  leaderPath,
  list,
  nothing,
  record,
  row,
  skillNumber,
  taskPath,
  toolPath,
  type Endpoint,
} from './endpoint-row';
import { agent, agentFilters, skill, skillRevision } from './agents';
import { dag, dagFilters, dagStructure } from './dags';
import { eventFilters, eventRecord, streamParams } from './events';
import {
  execution,
  executionEvent,
  executionEventFilters,
  executionFilters,
  gasEvent,
  submissionFailure,
  walk,
} from './executions';
import { objectId } from './ids';
import { claimRequest, issuedKey, tokenRequest } from './keys';
import {
  leader,
  leaderFilters,
  leaderRegistry,
  stakeEvent,
  stakeEventFilters,
  suspensionSkip,
} from './leaders';
import {
  ledgerEvent,
  ledgerFilters,
  payment,
  paymentFilters,
  priorityFeeEvent,
  priorityFeeFilters,
} from './payments';
import { readiness, serviceInfo } from './service';
import { occurrence, reserve, task, taskExecutionFilters, taskFilters } from './tasks';
import { tool, toolDetail, toolFilters } from './tools';
import { usageFilters, usageReport } from './usage';

const BEYOND = '10.1';

export const endpoints = {
  'service.info': record(serviceInfo, '/', 'open', { source: BEYOND }),
  'service.openapi': record(nothing, '/openapi.json', 'open', { source: BEYOND }),
  'service.docs': row('text', nothing, '/docs', 'open', { source: BEYOND }),
  'service.health': record(nothing, '/healthz', 'open', { source: BEYOND }),
  'service.ready': record(readiness, '/readyz', 'open', { source: BEYOND, errors: [503] }),

  'keys.claim': record(issuedKey, '/onboarding/keys', 'open', {
    method: 'POST',
    body: claimRequest,
    errors: [400, 409, 429, 500],
    source: '4.3',
  }),
  'keys.issue': record(issuedKey, '/tokens', 'open', {
    method: 'POST',
    body: tokenRequest,
    errors: [400, 401, 500],
    source: '4.4',
  }),
  'keys.revoke': row('empty', nothing, '/tokens', 'any-key', {
    method: 'DELETE',
    errors: [401, 500],
    source: '4.4',
  }),
  'keys.usage': record(usageReport, '/tokens/usage', 'any-key', {
    query: usageFilters,
    errors: [400, 401, 500],
  }),

  'leaders.list': list(leader, '/leaders', 'leaders:read', { query: leaderFilters }),
  'leaders.get': record(leader, '/leaders/{leader_cap_id}', 'leaders:read', { params: leaderPath }),
  'leaders.stake-events': list(stakeEvent, '/leaders/{leader_cap_id}/stake-events', 'leaders:read', {
    params: leaderPath,
    query: stakeEventFilters,
    source: '4.4',
  }),
  'leaders.suspension-skips': list(
    suspensionSkip,
    '/leaders/{leader_cap_id}/suspension-skips',
    'leaders:read',
    { params: leaderPath, source: '4.4' },
  ),
  'leaders.registry': record(leaderRegistry, '/registry/leader', 'leaders:read', { source: '4.4' }),

  'agents.list': list(agent, '/agents', 'agents:read', { query: agentFilters, source: '4.4' }),
  'agents.skills': list(skill, '/agents/{agent_object_id}/skills', 'agents:read', { params: agentPath }),
  'agents.executions': list(execution, '/agents/{agent_object_id}/executions', 'agents:read', {
    params: agentPath,
  }),
  'agents.tasks': list(task, '/agents/{agent_object_id}/tasks', 'agents:read', { params: agentPath }),
  'agents.skill-revisions': list(
    skillRevision,
    '/agents/{agent_object_id}/skills/{skill_id}/revisions',
    'agents:read',
    { params: z.extend(agentPath, { skill_id: skillNumber }) },
  ),

  'tasks.list': list(task, '/tasks', 'tasks:read', { query: taskFilters }),
  'tasks.executions': list(execution, '/tasks/{task_object_id}/executions', 'tasks:read', {
    params: taskPath,
    query: taskExecutionFilters,
  }),
  'tasks.occurrences': list(occurrence, '/tasks/{task_object_id}/occurrences', 'tasks:read', {
    params: taskPath,
    source: BEYOND,
  }),
  'tasks.reserve': record(reserve, '/tasks/{task_object_id}/reserve', 'tasks:read', {
    params: taskPath,
    source: BEYOND,
  }),

  'executions.list': list(execution, '/executions', 'executions:read', {
    query: executionFilters,
    source: BEYOND,
  }),
  'executions.get': record(execution, '/executions/{execution_object_id}', 'executions:read', {
    params: executionPath,
    source: BEYOND,
  }),
  'executions.walks': list(walk, '/executions/{execution_object_id}/walks', 'executions:read', {
    params: executionPath,
    source: BEYOND,
  }),
  'executions.events': list(executionEvent, '/executions/{execution_object_id}/events', 'executions:read', {
    params: executionPath,
    query: executionEventFilters,
  }),
  'executions.submission-failures': list(
    submissionFailure,
    '/executions/{execution_object_id}/submission-failures',
    'executions:read',
    { params: executionPath },
  ),
  'executions.gas': list(gasEvent, '/executions/{execution_object_id}/gas', 'executions:read', {
    params: executionPath,
  }),
  'executions.payment-ledger': list(
    ledgerEvent,
    '/executions/{execution_object_id}/payment-ledger',
    'executions:read',
    { params: executionPath, query: ledgerFilters },
  ),

  'tools.list': list(tool, '/tools', 'tools:read', { query: toolFilters }),
  'tools.get': record(toolDetail, '/tools/{fqn}', 'tools:read', { params: toolPath, source: '4.4' }),

  'payments.list': list(payment, '/payments', 'payments:read', { query: paymentFilters }),
  'payments.get': record(payment, '/payments/{payment_object_id}', 'payments:read', {
    params: z.object({ payment_object_id: objectId }),
  }),

  'priority-fees.events': list(priorityFeeEvent, '/priority-fee-vault/events', 'payments:read', {
    query: priorityFeeFilters,
    source: '4.4',
  }),

  'dags.list': list(dag, '/dags', 'dags:read', { query: dagFilters }),
  'dags.get': record(dag, '/dags/{dag_object_id}', 'dags:read', { params: dagPath }),
  'dags.structure': record(dagStructure, '/dags/{dag_object_id}/structure', 'dags:read', { params: dagPath }),

  'events.stream': row('stream', nothing, '/events/stream', 'events:read', {
    query: streamParams,
    errors: [400],
  }),
  'events.list': list(eventRecord, '/events', 'events:read', { query: eventFilters, errors: [400] }),
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
type Row<Name extends EndpointName> = (typeof endpoints)[Name];

/** Path parameters as text, by name. */
export type ParamsInput<Name extends EndpointName> = Record<
  keyof z.input<Row<Name>['params']> & string,
  string
>;
/** Query as it stands in a URL: strings, all optional. */
export type QueryInput<Name extends EndpointName> = { [Key in keyof z.input<Row<Name>['query']>]?: string };
/** Query as the index uses it: typed, defaults filled in. */
export type QueryOutput<Name extends EndpointName> = z.output<Row<Name>['query']>;
export type Answer<Name extends EndpointName> = z.output<Row<Name>['response']>;
/** The rows whose answer is a listing, and their items. */
export type ListingName = {
  [Name in EndpointName]: Row<Name>['answers'] extends 'listing' ? Name : never;
}[EndpointName];
export type Item<Name extends ListingName> = Answer<Name> extends { items: (infer One)[] } ? One : never;

export const endpointNames = Object.keys(endpoints) as EndpointName[];

export function endpoint(name: EndpointName): Endpoint {
  return endpoints[name];
}
