import type { Metadata } from 'next';
import { FileView } from './file-view';

export const metadata: Metadata = { title: 'Execution from a file' };

/** Reads nothing: what is shown comes from a file that the visitor opens. */
export default function ExecutionFilePage() {
  return <FileView />;
}
