import { redirect } from 'next/navigation';
import { overview } from '@/lib/view/paths';

export default function Home() {
  redirect(overview());
}
