import { listPage } from '@/app/_prefetch/pages';
import { ToolsPage } from './list';

export const metadata = { title: 'Tools' };

export default listPage('tools.list', ToolsPage);
