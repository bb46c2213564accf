// What each scope gives access to, for the claim form and missing-scope messages.
import { isScope, type Scope } from '@/lib/contract/scopes';

const OPENS: Readonly<Record<Scope, string>> = {
  'leaders:read': 'leader caps, their stake and the staking policy',
  'agents:read': 'agents, their skills and revisions',
  'tools:read': 'tools and their port contracts',
  'dags:read': 'DAGs and their structure',
  'executions:read': 'executions, their walks, events and ledgers',
  'tasks:read': 'scheduled tasks and their occurrences',
  'payments:read': 'payments and priority fees',
  'events:read': 'the history of events and the live stream',
};

/** What a scope lets one read; a scope of a later release has no words here. */
export function opensWhat(scope: string): string | null {
  return isScope(scope) ? OPENS[scope] : null;
}
