import { listPage } from '@/app/_prefetch/pages';
import { ToolsTable } from './list';

export const metadata = { title: 'Tools' };

export default listPage('tools.list', ToolsTable);
