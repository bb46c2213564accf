// nginx for the operating guide's test and load, and for benches. Node built-ins only.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { aptInstall } from './apt.mjs';
import { ScriptError } from './processes.mjs';

/** Paths on Debian. */
const NGINX = '/usr/sbin/nginx';
export const NCHAN_MODULE = '/usr/lib/nginx/modules/ngx_nchan_module.so';
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
const STOP_MS = 2_000;

function ensure(file, debianPackage) {
  if (!existsSync(file)) aptInstall(debianPackage);
  return existsSync(file);
}

/** The path of nginx, which is installed if it is missing; null if it cannot be. */
export const ensureNginx = () => (ensure(NGINX, 'nginx-light') ? NGINX : null);

/** The same with the module nchan. */
export const ensureNchan = () =>
  ensureNginx() !== null && ensure(NCHAN_MODULE, 'libnginx-mod-nchan') ? NGINX : null;

/**
 * Starts nginx with `config`, which names no user and has a line `http {`. Its files are in `folder`.
 * @param {{program: string, folder: string, config: string}} options
 */
export function startNginx({ program, folder, config }) {
  mkdirSync(folder, { recursive: true });
  const temporary = TEMPORARY.map((name) => `${name}_temp_path ${join(folder, name)};`);
  const file = join(folder, 'nginx.conf');
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  writeFileSync(file, user + config.replace('http {', `http {\n${temporary.join('\n')}`));
  const args = ['-c', file, '-p', folder];
  const { status, stderr } = spawnSync(program, ['-t', ...args], { encoding: 'utf8' });
  if (status !== 0) throw new ScriptError(`nginx: ${stderr}`);
  const server = spawn(program, [...args, '-g', 'daemon off;'], { stdio: 'ignore' });
  const exited = new Promise((resolve) => {
    server.once('exit', resolve).once('error', resolve);
  });
  return {
    pid: server.pid,
    async stop() {
      server.kill('SIGTERM');
      await Promise.race([exited, sleep(STOP_MS, undefined, { ref: false })]);
      server.kill('SIGKILL');
    },
  };
}
