'use client';
import { ConnectionMenu } from './connection-menu';

/** The networks and keys of this browser, at the bottom of the sidebar. */
export function ConnectionSwitch() {
  return (
    <div className="mt-auto px-1 pb-2">
      <ConnectionMenu />
    </div>
  );
}
