'use client';
import { Dialog } from '@/components/ui/dialog';
import { Kbd } from '@/components/ui/kbd';
import { keyLabel, shortcuts, type Shortcut, activeShortcuts } from './shortcuts';

const all = [...shortcuts];
const places: readonly Shortcut['where'][] = [
  'everywhere',
  'go to',
  'tables',
  'column headers',
  'executions',
];

function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="inline-flex gap-1">
      {keys.map((key) => (
        <Kbd key={key}>{keyLabel(key)}</Kbd>
      ))}
    </span>
  );
}

/** Every shortcut; the inactive ones are dimmed and say so. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const active = activeShortcuts();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Keyboard shortcuts"
      className="w-[min(820px,calc(100vw-24px))]!"
    >
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {places.map((where) => (
          <section key={where} aria-label={where}>
            <h3 className="mb-1 text-xs font-medium text-3 first-letter:uppercase">{where}</h3>
            <dl>
              {all
                .filter(([, shortcut]) => shortcut.where === where)
                .map(([name, { keys, or, does, native }]) => (
                  <div key={name} className="flex items-baseline gap-3 py-0.5">
                    <dt className="w-28 shrink-0">
                      <Keys keys={keys} />
                      {or !== undefined && (
                        <>
                          {' '}
                          <span className="text-3">or</span> <Keys keys={or} />
                        </>
                      )}
                    </dt>
                    <dd className={native === true || active.has(name) ? '' : 'text-3'}>
                      {does}
                      {native !== true && !active.has(name) && <span> (not on this page)</span>}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
