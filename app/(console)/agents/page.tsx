import { listPage } from '@/app/_prefetch/pages';
import { AgentsTable } from './list';

export const metadata = { title: 'Agents' };

export default listPage('agents.list', AgentsTable);
