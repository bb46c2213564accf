// Scopes (spec 5). Only these can be claimed.
export const scopes = [
  'leaders:read',
  'agents:read',
  'tools:read',
  'dags:read',
  'executions:read',
  'tasks:read',
  'payments:read',
  'events:read',
] as const;

export type Scope = (typeof scopes)[number];

export function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text);
}
