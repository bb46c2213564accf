import { KeyRound } from 'lucide-react';
import { Time } from '@/components/values/time';

/** Why a key is none any more; the server has found it out. */
type Ended =
  | { is: 'left' }
  | {
      is: keyof typeof WORDS;
      key_id: string;
      /** When a key lapsed. */
      at?: string;
    };

const WORDS = {
  lapsed: 'has lapsed',
  'data-anew':
    'is unknown to the index, whose data were deleted and made anew since the key was claimed. Its contact is free again',
  refused: 'is no longer accepted by the index: it was revoked, or it has lapsed',
  withdrawn: 'is the operator’s, who no longer lends it, or has changed the password',
  'network-gone': 'is of a network that this console no longer reads',
} as const;

/** Says why the visitor was led here, and that nothing else is lost. */
export function EndedNotice({ end }: { end: Ended }) {
  return (
    <section role="alert" className="mt-6 flex gap-3 rounded-md border border-warn/50 bg-surface px-4 py-3">
      <KeyRound size={16} className="mt-0.5 shrink-0 text-warn" aria-hidden />
      <div className="min-w-0">
        {end.is === 'left' ? (
          <p>The key of the page you came from was left, or replaced by another, in another tab.</p>
        ) : (
          <p>
            The key <span className="mono break-all">{end.key_id}</span> {WORDS[end.is]}
            {end.at !== undefined && (
              <>
                , <Time at={end.at} clock="indexed" />
              </>
            )}
            .
          </p>
        )}
        <p className="text-2">
          Connect again, and you are back on the page you came from; its filters, your views and your place in
          the stream were kept.
        </p>
      </div>
    </section>
  );
}
