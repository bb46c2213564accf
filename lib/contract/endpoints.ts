/* eslint-disable max-lines -- one table, one row per endpoint */
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
import { ledgerEvent, ledgerFilters, payment, paymentFilters } from './payments';
import { priorityFeeEvent, priorityFeeFilters } from './priority-fees';
import { readiness, serviceInfo } from './service';
import { occurrence, reserve, task, taskExecutionFilters, taskFilters } from './tasks';
import { tool, toolDetail, toolFilters } from './tools';
import { usageFilters, usageReport } from './usage';

const LIST = [400, 500] as const;
const OF_ONE = [404, 500] as const;
const FILTERED_OF_ONE = [400, 404, 500] as const;
const BEYOND = '10.1';

export const endpoints = {
  'service.info': row({
    path: '/',
    access: 'open',
    response: serviceInfo,
    answers: 'record',
    source: BEYOND,
  }),
  'service.openapi': row({
    path: '/openapi.json',
    access: 'open',
    response: nothing,
    answers: 'record',
    source: BEYOND,
  }),
  'service.docs': row({ path: '/docs', access: 'open', response: nothing, answers: 'text', source: BEYOND }),
  'service.health': row({
    path: '/healthz',
    access: 'open',
    response: nothing,
    answers: 'record',
    source: BEYOND,
  }),
  'service.ready': row({
    path: '/readyz',
    access: 'open',
    response: readiness,
    answers: 'record',
    source: BEYOND,
    errors: [503],
  }),

  'keys.claim': row({
    method: 'POST',
    path: '/onboarding/keys',
    access: 'open',
    body: claimRequest,
    response: issuedKey,
    answers: 'record',
    errors: [400, 409, 429, 500],
    source: '4.3',
  }),
  'keys.issue': row({
    method: 'POST',
    path: '/tokens',
    access: 'open',
    body: tokenRequest,
    response: issuedKey,
    answers: 'record',
    errors: [400, 401, 500],
    source: '4.4',
  }),
  'keys.revoke': row({
    method: 'DELETE',
    path: '/tokens',
    access: 'any-key',
    response: nothing,
    answers: 'empty',
    errors: [401, 500],
    source: '4.4',
  }),
  'keys.usage': row({
    path: '/tokens/usage',
    access: 'any-key',
    query: usageFilters,
    response: usageReport,
    answers: 'record',
    errors: [400, 401, 500],
  }),

  'leaders.list': list(leader, {
    path: '/leaders',
    access: 'leaders:read',
    query: leaderFilters,
    errors: LIST,
  }),
  'leaders.get': row({
    path: '/leaders/{leader_cap_id}',
    access: 'leaders:read',
    params: leaderPath,
    response: leader,
    answers: 'record',
    errors: OF_ONE,
  }),
  'leaders.stake-events': list(stakeEvent, {
    path: '/leaders/{leader_cap_id}/stake-events',
    access: 'leaders:read',
    params: leaderPath,
    query: stakeEventFilters,
    errors: FILTERED_OF_ONE,
    source: '4.4',
  }),
  'leaders.suspension-skips': list(suspensionSkip, {
    path: '/leaders/{leader_cap_id}/suspension-skips',
    access: 'leaders:read',
    params: leaderPath,
    errors: OF_ONE,
    source: '4.4',
  }),
  'leaders.registry': row({
    path: '/registry/leader',
    access: 'leaders:read',
    response: leaderRegistry,
    answers: 'record',
    source: '4.4',
  }),

  'agents.list': list(agent, {
    path: '/agents',
    access: 'agents:read',
    query: agentFilters,
    errors: LIST,
    source: '4.4',
  }),
  'agents.skills': list(skill, {
    path: '/agents/{agent_object_id}/skills',
    access: 'agents:read',
    params: agentPath,
    errors: OF_ONE,
  }),
  'agents.executions': list(execution, {
    path: '/agents/{agent_object_id}/executions',
    access: 'agents:read',
    params: agentPath,
    errors: OF_ONE,
  }),
  'agents.tasks': list(task, {
    path: '/agents/{agent_object_id}/tasks',
    access: 'agents:read',
    params: agentPath,
    errors: OF_ONE,
  }),
  'agents.skill-revisions': list(skillRevision, {
    path: '/agents/{agent_object_id}/skills/{skill_id}/revisions',
    access: 'agents:read',
    params: z.extend(agentPath, { skill_id: skillNumber }),
    errors: OF_ONE,
  }),

  'tasks.list': list(task, { path: '/tasks', access: 'tasks:read', query: taskFilters, errors: LIST }),
  'tasks.executions': list(execution, {
    path: '/tasks/{task_object_id}/executions',
    access: 'tasks:read',
    params: taskPath,
    query: taskExecutionFilters,
    errors: FILTERED_OF_ONE,
  }),
  'tasks.occurrences': list(occurrence, {
    path: '/tasks/{task_object_id}/occurrences',
    access: 'tasks:read',
    params: taskPath,
    errors: OF_ONE,
    source: BEYOND,
  }),
  'tasks.reserve': row({
    path: '/tasks/{task_object_id}/reserve',
    access: 'tasks:read',
    params: taskPath,
    response: reserve,
    answers: 'record',
    errors: OF_ONE,
    source: BEYOND,
  }),

  'executions.list': list(execution, {
    path: '/executions',
    access: 'executions:read',
    query: executionFilters,
    errors: LIST,
    source: BEYOND,
  }),
  'executions.get': row({
    path: '/executions/{execution_object_id}',
    access: 'executions:read',
    params: executionPath,
    response: execution,
    answers: 'record',
    errors: OF_ONE,
    source: BEYOND,
  }),
  'executions.walks': list(walk, {
    path: '/executions/{execution_object_id}/walks',
    access: 'executions:read',
    params: executionPath,
    errors: OF_ONE,
    source: BEYOND,
  }),
  'executions.events': list(executionEvent, {
    path: '/executions/{execution_object_id}/events',
    access: 'executions:read',
    params: executionPath,
    query: executionEventFilters,
    errors: FILTERED_OF_ONE,
  }),
  'executions.submission-failures': list(submissionFailure, {
    path: '/executions/{execution_object_id}/submission-failures',
    access: 'executions:read',
    params: executionPath,
    errors: OF_ONE,
  }),
  'executions.gas': list(gasEvent, {
    path: '/executions/{execution_object_id}/gas',
    access: 'executions:read',
    params: executionPath,
    errors: OF_ONE,
  }),
  'executions.payment-ledger': list(ledgerEvent, {
    path: '/executions/{execution_object_id}/payment-ledger',
    access: 'executions:read',
    params: executionPath,
    query: ledgerFilters,
    errors: FILTERED_OF_ONE,
  }),

  'tools.list': list(tool, { path: '/tools', access: 'tools:read', query: toolFilters, errors: LIST }),
  'tools.get': row({
    path: '/tools/{fqn}',
    access: 'tools:read',
    params: toolPath,
    response: toolDetail,
    answers: 'record',
    errors: OF_ONE,
    source: '4.4',
  }),

  'payments.list': list(payment, {
    path: '/payments',
    access: 'payments:read',
    query: paymentFilters,
    errors: LIST,
  }),
  'payments.get': row({
    path: '/payments/{payment_object_id}',
    access: 'payments:read',
    params: z.object({ payment_object_id: objectId }),
    response: payment,
    answers: 'record',
    errors: OF_ONE,
  }),
  'priority-fees.events': list(priorityFeeEvent, {
    path: '/priority-fee-vault/events',
    access: 'payments:read',
    query: priorityFeeFilters,
    errors: LIST,
    source: '4.4',
  }),

  'dags.list': list(dag, { path: '/dags', access: 'dags:read', query: dagFilters, errors: LIST }),
  'dags.get': row({
    path: '/dags/{dag_object_id}',
    access: 'dags:read',
    params: dagPath,
    response: dag,
    answers: 'record',
    errors: OF_ONE,
  }),
  'dags.structure': row({
    path: '/dags/{dag_object_id}/structure',
    access: 'dags:read',
    params: dagPath,
    response: dagStructure,
    answers: 'record',
    errors: OF_ONE,
  }),

  'events.stream': row({
    path: '/events/stream',
    access: 'events:read',
    query: streamParams,
    response: nothing,
    answers: 'stream',
    errors: [400],
  }),
  'events.list': list(eventRecord, {
    path: '/events',
    access: 'events:read',
    query: eventFilters,
    errors: [400],
  }),
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
