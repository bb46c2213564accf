// One sentence per endpoint for the OpenAPI document and /docs.
import type { EndpointName } from '@/lib/contract/endpoints';

export const summaries: Record<EndpointName, string> = {
  'service.info': 'The release and the network this index tells of.',
  'service.openapi': 'This document.',
  'service.docs': 'This document as a page to read.',
  'service.health': 'Whether the process is alive.',
  'service.ready': 'Whether the index has its data; 503 with what it is doing until then.',
  'keys.claim': 'Claims a read-only key for a contact. The key is answered once and cannot be recovered.',
  'keys.issue':
    'Issues a key to the holder of a signed payment token, within what the token allows. A token works once.',
  'keys.revoke': 'Revokes the calling key and ends its open streams.',
  'keys.usage': "The calling key's requests, by hour, day or in total.",
  'leaders.list': 'Leader capabilities.',
  'leaders.get': 'One leader capability.',
  'leaders.stake-events':
    "Movements of a leader's stake pool, newest first. A deposit carries the state after it.",
  'leaders.suspension-skips':
    'Suspensions that the chain refused, because the presented claim token did not own the active state.',
  'leaders.registry': 'The staking policy. Each field is null until its event has been seen.',
  'agents.list': 'Agents with their skills.',
  'agents.skills': 'Skills of an agent.',
  'agents.executions': 'Executions of an agent.',
  'agents.tasks': 'Scheduled tasks of an agent.',
  'agents.skill-revisions': 'Interface revisions of a skill.',
  'tasks.list': 'Scheduled tasks.',
  'tasks.executions': 'Executions that a task dispatched.',
  'tasks.occurrences': 'Occurrences of a task and what became of them.',
  'tasks.reserve': "What is left of a task's payment reserve.",
  'executions.list': 'Executions.',
  'executions.get': 'One execution.',
  'executions.walks': 'Walks of an execution and where they stand.',
  'executions.events': 'Walk events of an execution, with the data of their ports.',
  'executions.submission-failures': 'Failed submissions that led to a takeover.',
  'executions.gas': 'Gas events. The current release writes none.',
  'executions.payment-ledger': 'Movements of the payment of an execution.',
  'tools.list': 'Tools that have a port contract.',
  'tools.get': 'One tool with its port contract.',
  'payments.list': 'Execution payments.',
  'payments.get': 'One execution payment.',
  'priority-fees.events': 'Movements of the priority-fee vault.',
  'dags.list': 'DAGs, sealed or still being built.',
  'dags.get': 'One DAG.',
  'dags.structure': 'Vertices, edges, entry groups, default values and outputs of a DAG.',
  'events.stream':
    'Events as they are indexed, as Server-Sent Events. A frame is id, event and data; comments keep the connection alive.',
  'events.list': 'Event history, newest first. The time bounds apply to onchain_at.',
};
