// The pages of the console, in the order of the sidebar.
import {
  Activity,
  Bot,
  ChartColumn,
  Clock3,
  Crown,
  House,
  KeyRound,
  ListTree,
  Percent,
  Share2,
  WalletCards,
  Wrench,
  type LucideIcon,
} from 'lucide-react';
import {
  agents,
  analyze,
  dags,
  events,
  executions,
  fees,
  keyPage,
  leaders,
  overview,
  payments,
  tasks,
  tools,
} from '@/lib/view/paths';

export interface NavItem {
  title: string;
  href: string;
  key: string;
  Icon: LucideIcon;
}

export interface NavGroup {
  title: string | null;
  items: readonly NavItem[];
}

export const NAV: readonly NavGroup[] = [
  {
    title: null,
    items: [
      { title: 'Overview', key: 'o', href: overview(), Icon: House },
      { title: 'Analyze', key: 'n', href: analyze(), Icon: ChartColumn },
    ],
  },
  {
    title: 'Network',
    items: [
      { title: 'Leaders', key: 'l', href: leaders(), Icon: Crown },
      { title: 'Agents', key: 'a', href: agents(), Icon: Bot },
      { title: 'Tools', key: 't', href: tools(), Icon: Wrench },
      { title: 'DAGs', key: 'd', href: dags(), Icon: Share2 },
    ],
  },
  {
    title: 'Activity',
    items: [
      { title: 'Executions', key: 'x', href: executions(), Icon: ListTree },
      { title: 'Tasks', key: 'k', href: tasks(), Icon: Clock3 },
      { title: 'Payments', key: 'p', href: payments(), Icon: WalletCards },
      { title: 'Priority fees', key: 'f', href: fees(), Icon: Percent },
      { title: 'Events', key: 'e', href: events(), Icon: Activity },
    ],
  },
  { title: 'Access', items: [{ title: 'Key & usage', key: 'u', href: keyPage(), Icon: KeyRound }] },
];

/** Whether a path is an item's page or below it. */
export function isBelow(pathname: string, href: string): boolean {
  return pathname === href || pathname.startsWith(`${href}/`);
}
