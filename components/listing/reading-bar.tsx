'use client';
import { ProgressBar } from '@/components/ui/progress-bar';
import { useProgress } from '@/lib/client/queries/reading-progress';

/** How far the reading of a whole listing has come; `of` is the key of its query. */
export function ReadingBar({ label, of }: { label: string; of: readonly unknown[] }) {
  const progress = useProgress(of);
  return <ProgressBar label={label} done={progress?.read ?? null} of={progress?.of ?? null} />;
}
