// nginx for the tests of the operating guide: the path of Debian's, which is installed if it is missing. Node built-ins only.
import { existsSync } from 'node:fs';
import { aptInstall } from './apt.mjs';

const DEBIAN = '/usr/sbin/nginx';

/** The path of nginx; null if it is not installed and cannot be. */
export function ensureNginx() {
  if (existsSync(DEBIAN)) return DEBIAN;
  aptInstall('nginx-light');
  return existsSync(DEBIAN) ? DEBIAN : null;
}
