'use client';
import dynamic from 'next/dynamic';
import { usePageUrl } from '@/components/listing/use-url';
import { ToolsTable } from './list';
import { ToolsHead } from './tools-head';

const UnusedTools = dynamic(async () => (await import('./unused-tools')).UnusedTools);

export function ToolsView() {
  if (usePageUrl().search.get('tab') !== 'unused') return <ToolsTable />;
  return (
    <>
      <ToolsHead tab="unused" />
      <UnusedTools />
    </>
  );
}
