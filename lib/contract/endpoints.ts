// The endpoint table (spec 4, 4.4, 10.1). It drives the upstream client, the relay's allow-list, the index's router and the browser's reader.
// Invariant: a path, a parameter or a scope is written here and nowhere else.
import type * as z from 'zod/mini';
import { list, nothing, paged, record, row, type Endpoint, type PathParam } from './endpoint-row';
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
import { nameFilters, objectNames } from './names';
import { searchFilters, searchResults } from './search';
import {
  costStats,
  costStatsFilters,
  eventStats,
  eventStatsFilters,
  executionStats,
  executionStatsFilters,
  failureStats,
  failureStatsFilters,
  leaderStats,
  leaderStatsFilters,
  paymentStats,
  paymentStatsFilters,
  taskStats,
  taskStatsFilters,
  vertexStats,
  vertexStatsFilters,
} from './stats';
import { occurrence, reserve, task, taskExecutionFilters, taskFilters } from './tasks';
import { tool, toolDetail, toolFilters } from './tools';
import { usageFilters, usageReport } from './usage';

export const endpoints = {
  'service.info': record(serviceInfo, '/', 'open'),
  'service.openapi': record(nothing, '/openapi.json', 'open'),
  'service.health': record(nothing, '/healthz', 'open'),
  'service.ready': record(readiness, '/readyz', 'open', { errors: [503] }),

  'keys.claim': record(issuedKey, '/onboarding/keys', 'open', {
    method: 'POST',
    body: claimRequest,
    errors: [409, 429, 500],
  }),
  'keys.issue': record(issuedKey, '/tokens', 'open', {
    method: 'POST',
    body: tokenRequest,
    errors: [401, 500],
  }),
  'keys.revoke': row('empty', () => nothing, '/tokens', 'any-key', { method: 'DELETE' }),
  'keys.usage': record(usageReport, '/tokens/usage', 'any-key', { query: usageFilters }),

  'leaders.list': list(leader, '/leaders', 'leaders:read', leaderFilters),
  'leaders.get': record(leader, '/leaders/{leader_cap_id}', 'leaders:read'),
  'leaders.stake-events': list(
    stakeEvent,
    '/leaders/{leader_cap_id}/stake-events',
    'leaders:read',
    stakeEventFilters,
  ),
  'leaders.suspension-skips': list(
    suspensionSkip,
    '/leaders/{leader_cap_id}/suspension-skips',
    'leaders:read',
    paged,
  ),
  'leaders.registry': record(leaderRegistry, '/registry/leader', 'leaders:read'),

  'agents.list': list(agent, '/agents', 'agents:read', agentFilters),
  'agents.skills': list(skill, '/agents/{agent_object_id}/skills', 'agents:read', paged),
  'agents.executions': list(execution, '/agents/{agent_object_id}/executions', 'agents:read', paged),
  'agents.tasks': list(task, '/agents/{agent_object_id}/tasks', 'agents:read', paged),
  'agents.skill-revisions': list(
    skillRevision,
    '/agents/{agent_object_id}/skills/{skill_id}/revisions',
    'agents:read',
    paged,
  ),

  'tasks.list': list(task, '/tasks', 'tasks:read', taskFilters),
  'tasks.executions': list(
    execution,
    '/tasks/{task_object_id}/executions',
    'tasks:read',
    taskExecutionFilters,
  ),
  'tasks.occurrences': list(occurrence, '/tasks/{task_object_id}/occurrences', 'tasks:read', paged),
  'tasks.reserve': record(reserve, '/tasks/{task_object_id}/reserve', 'tasks:read'),

  'executions.list': list(execution, '/executions', 'executions:read', executionFilters),
  'executions.get': record(execution, '/executions/{execution_object_id}', 'executions:read'),
  'executions.walks': list(walk, '/executions/{execution_object_id}/walks', 'executions:read', paged),
  'executions.events': list(
    executionEvent,
    '/executions/{execution_object_id}/events',
    'executions:read',
    executionEventFilters,
  ),
  'executions.submission-failures': list(
    submissionFailure,
    '/executions/{execution_object_id}/submission-failures',
    'executions:read',
    paged,
  ),
  'executions.gas': list(gasEvent, '/executions/{execution_object_id}/gas', 'executions:read', paged),
  'executions.payment-ledger': list(
    ledgerEvent,
    '/executions/{execution_object_id}/payment-ledger',
    'executions:read',
    ledgerFilters,
  ),

  'tools.list': list(tool, '/tools', 'tools:read', toolFilters),
  'tools.get': record(toolDetail, '/tools/{fqn}', 'tools:read'),

  'payments.list': list(payment, '/payments', 'payments:read', paymentFilters),
  'payments.get': record(payment, '/payments/{payment_object_id}', 'payments:read'),

  'priority-fees.events': list(
    priorityFeeEvent,
    '/priority-fee-vault/events',
    'payments:read',
    priorityFeeFilters,
  ),

  'dags.list': list(dag, '/dags', 'dags:read', dagFilters),
  'dags.get': record(dag, '/dags/{dag_object_id}', 'dags:read'),
  'dags.structure': record(dagStructure, '/dags/{dag_object_id}/structure', 'dags:read'),

  'stats.executions': record(executionStats, '/stats/executions', 'executions:read', {
    query: executionStatsFilters,
  }),
  'stats.costs': record(costStats, '/stats/costs', 'executions:read', { query: costStatsFilters }),
  'stats.tasks': record(taskStats, '/stats/tasks', 'tasks:read', { query: taskStatsFilters }),
  'stats.payments': record(paymentStats, '/stats/payments', 'payments:read', { query: paymentStatsFilters }),
  'stats.events': record(eventStats, '/stats/events', 'events:read', { query: eventStatsFilters }),
  'stats.leaders': record(leaderStats, '/stats/leaders', 'leaders:read', { query: leaderStatsFilters }),
  'stats.failures': record(failureStats, '/stats/failures', 'executions:read', {
    query: failureStatsFilters,
  }),
  'stats.vertices': record(vertexStats, '/stats/vertices', 'executions:read', {
    query: vertexStatsFilters,
  }),

  search: record(searchResults, '/search', 'events:read', { query: searchFilters }),
  names: record(objectNames, '/names', 'events:read', { query: nameFilters }),

  'events.stream': row('stream', () => nothing, '/events/stream', 'events:read', {
    query: streamParams,
  }),
  'events.list': list(eventRecord, '/events', 'events:read', eventFilters),
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;

/** What an index need not provide (docs/read-api.md 10.1). A refusal there is no sign of a missing scope. */
export const BEYOND_SPECIFICATION: ReadonlySet<string> = new Set<EndpointName>([
  'service.openapi',
  'executions.list',
  'executions.get',
  'executions.walks',
  'tasks.occurrences',
  'tasks.reserve',
  'search',
  'names',
  'stats.executions',
  'stats.costs',
  'stats.tasks',
  'stats.payments',
  'stats.events',
  'stats.leaders',
  'stats.failures',
  'stats.vertices',
]);
type Row<Name extends EndpointName> = (typeof endpoints)[Name];

/** Path parameters as text, by name. */
export type ParamsInput<Name extends EndpointName> = {
  [One in Name]: Record<PathParam<Row<One>['path']>, string>;
}[Name];
/** Query as it stands in a URL: strings, all optional. */
export type QueryInput<Name extends EndpointName> = { [Key in keyof z.input<Row<Name>['query']>]?: string };
/** Query as the index uses it: typed, defaults filled in. */
export type QueryOutput<Name extends EndpointName> = z.output<Row<Name>['query']>;
export type Answer<Name extends EndpointName> = z.output<Row<Name>['response']>;
/** The rows whose response is a listing, and their items. */
export type ListingName = {
  [Name in EndpointName]: Row<Name>['responseType'] extends 'listing' ? Name : never;
}[EndpointName];
export type Item<Name extends ListingName> = Answer<Name> extends { items: (infer One)[] } ? One : never;

export const endpointNames = Object.keys(endpoints) as EndpointName[];

export function isEndpointName(name: unknown): name is EndpointName {
  return typeof name === 'string' && Object.hasOwn(endpoints, name);
}

export function endpoint(name: EndpointName): Endpoint {
  return endpoints[name];
}
