import { listPage } from '@/app/_prefetch/pages';
import { ToolsView } from './tools-view';

export const metadata = { title: 'Tools' };

export default listPage('tools.list', ToolsView);
