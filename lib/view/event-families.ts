// Label and colour token of each event family. Colour is never the only sign: the label is always shown.
import type { Family } from '@/lib/contract/event-kinds/catalogue';

export const hues = ['dag', 'execution', 'tool', 'payment', 'leader', 'task', 'agent', 'key'] as const;
export type Hue = (typeof hues)[number];

export interface FamilyLook {
  label: string;
  /** The colour token is `--fam-` and this word. */
  hue: Hue;
}

export const familyLooks: Readonly<Record<Family, FamilyLook>> = {
  dag: { label: 'DAG', hue: 'dag' },
  execution: { label: 'Execution', hue: 'execution' },
  verification: { label: 'Verification', hue: 'execution' },
  tool: { label: 'Tool', hue: 'tool' },
  'tool-payment': { label: 'Tool payment', hue: 'tool' },
  payment: { label: 'Payment', hue: 'payment' },
  leader: { label: 'Leader', hue: 'leader' },
  staking: { label: 'Staking', hue: 'leader' },
  'priority-fee': { label: 'Priority fee', hue: 'leader' },
  scheduler: { label: 'Task', hue: 'task' },
  agent: { label: 'Agent', hue: 'agent' },
  'key-management': { label: 'Keys', hue: 'key' },
};
