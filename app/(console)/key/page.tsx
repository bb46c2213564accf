import type { Metadata } from 'next';
import { KeyUsage } from './key-usage';

export const metadata: Metadata = { title: 'Key & usage' };

export default function KeyPage() {
  return <KeyUsage />;
}
