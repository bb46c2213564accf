import type { ReactNode } from 'react';
import { ListViews } from '@/components/listing/list-views';
import { useMay } from '@/components/shell/session-context';
import { PageHeader } from '@/components/ui/page-header';
import { tools } from '@/lib/view/paths';

const VIEWS = [
  { view: null, title: 'Tools' },
  { view: 'unused', title: 'Unused' },
] as const;

interface ToolsHeadProps {
  tab: 'unused' | null;
  note?: ReactNode;
  actions?: ReactNode;
}

export function ToolsHead({ tab, note, actions }: ToolsHeadProps) {
  const may = useMay('executions:read');
  return (
    <>
      <PageHeader title="Tools" note={note} actions={actions} />
      {(may || tab !== null) && <ListViews label="Tool views" views={VIEWS} current={tab} hrefOf={tools} />}
    </>
  );
}
